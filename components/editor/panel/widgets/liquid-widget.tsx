'use client';

import { LiquidEditor } from '../liquid/liquid-editor.tsx';
import { LiquidPreview } from '../preview/liquid-preview.tsx';
import { textOf, type WidgetProps } from '../widget.ts';

export function LiquidWidget({
  widget,
  field,
  value,
  onChange,
  onBlur,
  stepId,
}: WidgetProps<'liquid'>) {
  const text = textOf(value);
  return (
    <>
      <LiquidEditor
        label={field.label}
        value={text}
        lines={widget.lines}
        placeholder={field.placeholder}
        stepId={stepId}
        onChange={(next) => onChange(next === '' && !field.required ? undefined : next)}
        onBlur={onBlur}
      />
      {/* A text without values is what it says; messages show below as they are read. */}
      {/\{[{%]/.test(text) && widget.holds !== 'slack' && widget.holds !== 'approval' && (
        <LiquidPreview text={text} stepId={stepId} />
      )}
    </>
  );
}
