'use client';

import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { LiquidEditor } from '../liquid/liquid-editor.tsx';
import { EmailPreview } from '../preview/email-preview.tsx';
import { SamplePicker } from '../preview/sample-picker.tsx';
import { textOf, type WidgetProps } from '../widget.ts';

type Format = 'text' | 'html';

/** A letter and what becomes of it. Text or HTML is chosen where it is written. */
export function EmailBodyWidget({
  widget,
  field,
  value,
  onChange,
  onBlur,
  stepId,
  config,
}: WidgetProps<'email_body'>) {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const body = textOf(value);
  const format: Format = config[widget.format] === 'html' ? 'html' : 'text';
  const write = (as: Format): void => {
    const change = { kind: 'set_config', stepId, path: [widget.format], value: as } as const;
    if (mayEdit) store.getState().change(change);
  };
  return (
    <div className="flex flex-col gap-3">
      <LiquidEditor
        label={field.label}
        value={body}
        lines="many"
        placeholder={field.placeholder}
        stepId={stepId}
        code={format === 'html'}
        tools={
          <Segmented<Format>
            label="Written as"
            value={format}
            segments={[
              { value: 'text', label: 'Text' },
              { value: 'html', label: 'HTML' },
            ]}
            onChange={write}
          />
        }
        onChange={onChange}
        onBlur={onBlur}
      />
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-caption font-medium text-ink-2">What they get</h3>
        <SamplePicker />
      </div>
      <EmailPreview
        subject={textOf(config['subject'])}
        body={body}
        format={format}
        stepId={stepId}
      />
    </div>
  );
}
