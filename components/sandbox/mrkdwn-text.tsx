import { Fragment } from 'react';
import { Moment } from '#components/ui/moment.tsx';
import { type Inline, parseMrkdwn } from './mrkdwn.ts';

function InlinePiece({ piece }: { piece: Inline }) {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'bold':
      return <strong>{piece.text}</strong>;
    case 'italic':
      return <em>{piece.text}</em>;
    case 'strike':
      return <s>{piece.text}</s>;
    case 'code':
      return (
        <code className="rounded-tag bg-sunken px-1 font-mono text-caption">{piece.text}</code>
      );
    case 'mention':
      return <span className="font-medium text-accent-text">{piece.text}</span>;
    case 'date':
      return <Moment at={piece.at} className="font-medium" />;
    case 'link':
      return (
        <a
          href={piece.href}
          target="_blank"
          rel="noreferrer"
          className="text-accent-text underline"
        >
          {piece.text}
        </a>
      );
    default:
      return piece satisfies never;
  }
}

/** A Slack text object. Lines are kept; `plain_text` has no markup. */
export function MrkdwnText({ text, plain }: { text: string; plain: boolean }) {
  if (plain) return <span className="whitespace-pre-wrap">{text}</span>;
  return (
    <span className="break-words whitespace-pre-wrap">
      {parseMrkdwn(text).map((piece, place) => (
        // Pieces of one immutable text are told apart by their place only.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={place}>
          <InlinePiece piece={piece} />
        </Fragment>
      ))}
    </span>
  );
}
