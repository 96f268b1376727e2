import { Check } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { MrkdwnText } from './mrkdwn-text.tsx';
import type { SlackBlock, SlackButton, SlackText } from './slack-block.ts';

function Text({ text }: { text: SlackText }) {
  return <MrkdwnText text={text.text} plain={text.type === 'plain_text'} />;
}

function PressButton({
  button,
  onPress,
}: {
  button: SlackButton;
  onPress: ((button: SlackButton) => void) | null;
}) {
  if (button.url !== undefined) {
    return (
      <Button variant="quiet" asChild>
        <a href={button.url}>{button.text.text}</a>
      </Button>
    );
  }
  return (
    <Button
      variant={
        button.style === 'primary'
          ? 'primary'
          : button.style === 'danger'
            ? 'danger-outline'
            : 'secondary'
      }
      disabled={onPress === null}
      onClick={() => onPress?.(button)}
    >
      {button.style === 'primary' && <Check aria-hidden />}
      {button.text.text}
    </Button>
  );
}

/** One block as Slack would draw it. `onPress` is null while a press is on its way. */
export function SlackBlockView({
  block,
  onPress,
}: {
  block: SlackBlock;
  onPress: ((button: SlackButton) => void) | null;
}) {
  switch (block.type) {
    case 'header':
      return (
        <p className="text-section">
          <Text text={block.text} />
        </p>
      );
    case 'section':
      return (
        <div className="flex items-start justify-between gap-3 text-body">
          <div className="flex min-w-0 flex-col gap-1">
            {block.text !== undefined && <Text text={block.text} />}
            {block.fields !== undefined && (
              <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
                {block.fields.map((field) => (
                  <Text key={field.text} text={field} />
                ))}
              </div>
            )}
          </div>
          {block.accessory !== undefined && (
            <PressButton button={block.accessory} onPress={onPress} />
          )}
        </div>
      );
    case 'context':
      return (
        <p className="flex flex-wrap gap-x-2 text-caption text-ink-2">
          {block.elements.map((element) =>
            element.type === 'image' ? null : <Text key={element.text} text={element} />,
          )}
        </p>
      );
    case 'divider':
      return <hr className="border-line" />;
    case 'actions':
      return (
        <div className="flex flex-wrap items-center gap-2">
          {block.elements.map((button) => (
            <PressButton
              key={`${button.action_id} ${button.text.text}`}
              button={button}
              onPress={onPress}
            />
          ))}
        </div>
      );
    default:
      return block satisfies never;
  }
}
