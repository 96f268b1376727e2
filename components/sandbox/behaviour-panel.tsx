'use client';

import { useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { RadioCard, RadioCards } from '#components/ui/radio-card.tsx';
import { Select } from '#components/ui/select.tsx';
import { faultChoices, type FaultMode } from './fault-words.ts';
import type { FaultView } from './sandbox-view.ts';
import { useSandboxAction } from './use-sandbox-action.ts';

const TIMES = [
  { value: 'always', label: 'Until changed' },
  { value: '1', label: 'For the next call' },
  { value: '3', label: 'For the next 3 calls' },
];

const remainingWords = (remaining: number): string =>
  `Then normally again: ${remaining} ${remaining === 1 ? 'call' : 'calls'} left.`;

/** How a service behaves, to rehearse an outage before it happens. Every change counts at once. */
export function BehaviourPanel({ name, fault }: { name: string; fault: FaultView }) {
  const [times, setTimes] = useState('always');
  const [seconds, setSeconds] = useState<string | null>(null);
  const { busy, send } = useSandboxAction();
  const timed =
    fault.mode === 'rate_limited' ? 'retryAfterSeconds' : fault.mode === 'slow' ? 'seconds' : null;
  const current = fault.mode === 'slow' ? fault.slowSeconds : fault.retryAfterSeconds;

  const behave = (mode: FaultMode, length?: number): void => {
    const body = {
      mode,
      ...(mode === 'normal' || times === 'always' ? {} : { times: Number(times) }),
      ...(length === undefined
        ? {}
        : mode === 'slow'
          ? { seconds: length }
          : { retryAfterSeconds: length }),
    };
    setSeconds(null);
    void send('PUT', `/faults/${fault.service}`, body);
  };
  const saveSeconds = (): void => {
    const length = Number(seconds);
    if (
      seconds !== null &&
      seconds !== '' &&
      Number.isInteger(length) &&
      length >= 0 &&
      length !== current
    )
      behave(fault.mode, length);
    else setSeconds(null);
  };

  return (
    <section aria-labelledby="behaves" className="flex flex-col gap-4">
      <header>
        <h2 id="behaves" className="text-section">
          How {name} behaves
        </h2>
        <p className="text-caption text-ink-2">Rehearse an outage before it happens</p>
      </header>
      <RadioCards
        aria-labelledby="behaves"
        value={fault.mode}
        disabled={busy}
        onValueChange={(mode) => behave(mode as FaultMode)}
        className="gap-2.5"
      >
        {faultChoices(fault.service, fault).map((choice) => (
          <RadioCard key={choice.mode} value={choice.mode} title={choice.title} plain>
            {choice.detail}
          </RadioCard>
        ))}
      </RadioCards>
      {fault.remaining !== null && (
        <p className="text-caption text-held">{remainingWords(fault.remaining)}</p>
      )}
      {timed !== null && (
        <Field
          label={timed === 'seconds' ? 'Seconds before each answer' : 'Retry-After, in seconds'}
        >
          <Input
            type="number"
            min={0}
            max={600}
            value={seconds ?? String(current)}
            onChange={(event) => setSeconds(event.target.value)}
            onBlur={saveSeconds}
            onKeyDown={(event) => event.key === 'Enter' && saveSeconds()}
          />
        </Field>
      )}
      <Field label="A change holds">
        <Select value={times} onValueChange={setTimes} options={TIMES} />
      </Field>
    </section>
  );
}
