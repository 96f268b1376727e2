import type { StatusTone } from '#components/ui/status-vocabulary.ts';
import { TONE_COLOR } from './graph-marks.ts';

/** What the lines of a run's graph mean. */
export function GraphLegend({ nextTone, hasNext }: { nextTone: StatusTone; hasNext: boolean }) {
  const lines = [
    { word: 'Taken', stroke: 'var(--color-ink)', width: 2, dash: undefined },
    { word: 'Next, if nothing happens', stroke: TONE_COLOR[nextTone], width: 1.5, dash: '3 3' },
    { word: 'Not taken', stroke: 'var(--color-untaken)', width: 1.5, dash: undefined },
  ];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-ink-2">
      {lines
        .filter((line) => hasNext || line.dash === undefined)
        .map(({ word, stroke, width, dash }) => (
          <li key={word} className="flex items-center gap-1.5">
            <svg width="20" height="4" aria-hidden>
              <line
                x1="0"
                y1="2"
                x2="20"
                y2="2"
                stroke={stroke}
                strokeWidth={width}
                strokeDasharray={dash}
              />
            </svg>
            {word}
          </li>
        ))}
    </ul>
  );
}
