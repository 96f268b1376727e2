'use client';

import { useId } from 'react';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { useDocument } from '#components/editor/editor-context.tsx';
import type { WidgetProps } from '../widget.ts';

const FIXED = 'fixed';

/** The contact's clock, the automation's, or a fixed one. */
export function ZoneWidget({ value, onChange, onBlur }: WidgetProps<'zone'>) {
  const { settings } = useDocument();
  const zone = typeof value === 'string' ? value : 'contact';
  const kind = zone === 'contact' || zone === 'workspace' ? zone : FIXED;
  return (
    <div className="flex flex-col gap-2">
      <Select
        value={kind}
        onValueChange={(chosen) => onChange(chosen === FIXED ? settings.timezone : chosen)}
        options={[
          { value: 'contact', label: 'The contact’s' },
          { value: 'workspace', label: 'The automation’s', note: settings.timezone },
          { value: FIXED, label: 'Always the same zone' },
        ]}
      />
      {kind === FIXED && <ZoneInput value={zone} onChange={onChange} onBlur={onBlur} />}
    </div>
  );
}

/** An IANA zone, with all that this browser knows to choose from. */
export function ZoneInput({
  value,
  onChange,
  onBlur,
}: {
  value: string;
  onChange: (zone: string) => void;
  onBlur: () => void;
}) {
  const list = useId();
  return (
    <>
      <Input
        aria-label="Time zone"
        value={value}
        list={list}
        placeholder="Europe/Berlin"
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </>
  );
}
