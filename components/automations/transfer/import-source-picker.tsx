'use client';

import { FileUp } from 'lucide-react';
import { type ClipboardEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import type { ImportSource } from './read-import.ts';
import { useFileDrop } from './use-file-drop.ts';

/** Where an automation comes from: a file, chosen or dropped anywhere on the page, or pasted text. */
export function ImportSourcePicker({ onSource }: { onSource: (source: ImportSource) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const over = useFileDrop(onSource);
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted === '') return;
    // Text of a megabyte has no place in a field: it is read, and not shown.
    event.preventDefault();
    setText('');
    onSource(pasted);
  };
  return (
    <div className="flex flex-col gap-3">
      <div
        className={cn(
          'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-dashed px-3.5 py-3 transition-colors',
          over ? 'border-accent bg-accent-soft' : 'border-edge bg-surface',
        )}
      >
        <Button onClick={() => chooser.current?.click()} className="max-md:h-11">
          <FileUp aria-hidden />
          Choose a file…
        </Button>
        <span className="text-body text-ink-2">
          {over ? 'Let go to read it.' : 'or drop one anywhere here. JSON, up to 1 MiB.'}
        </span>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          aria-label="A file with an automation"
          className="hidden"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again, once it was mended.
            event.target.value = '';
            if (file !== undefined) onSource(file);
          }}
        />
      </div>
      <Field label="Or paste its text">
        <Textarea
          rows={2}
          value={text}
          placeholder='{ "format": "holdfast/automation@1", … }'
          className="max-h-40 font-mono text-caption"
          onPaste={paste}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {text.trim() !== '' && (
        <Button className="self-start max-md:h-11" onClick={() => onSource(text)}>
          Read the text
        </Button>
      )}
    </div>
  );
}
