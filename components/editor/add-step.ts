import type { ConnectionView } from '#server/api/views/workspace-view.ts';
import type { AddStep, InsertAt, Place } from '#server/engine/edit/change.ts';
import type { History } from '#server/engine/edit/history.ts';
import { mintStepId } from '#server/engine/edit/mint-step-id.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { emptyConfig } from '#server/steps/forms.ts';

/** The edit that adds a step of a kind, set up as far as it can be without its author. */
export function addStepChange(
  { document, usedIds }: Pick<History, 'document' | 'usedIds'>,
  kind: string,
  at: InsertAt,
  around: {
    readonly connections: readonly Pick<ConnectionView, 'name' | 'kind'>[];
    readonly person?: string;
    readonly place?: Place;
  },
): AddStep {
  const title = stepCatalogue.get(kind)?.title ?? kind;
  const upstream = at.kind === 'free' ? [] : nearestFirst(document, at.from);
  return {
    kind: 'add_step',
    at,
    step: {
      id: mintStepId(kind, usedIds),
      kind,
      name: freeName(title, new Set(document.steps.map((step) => step.name))),
      config: {
        ...emptyConfig(kind, {
          connections: around.connections,
          upstream,
          ...(around.person === undefined ? {} : { person: around.person }),
        }),
      },
    },
    ...(around.place === undefined ? {} : { place: around.place }),
  };
}

/** "Send an email 2": names may repeat, but two cards that read the same help nobody. */
function freeName(title: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? title : `${title} ${count}`;
    if (!taken.has(name)) return name;
  }
}

/** The steps on the way to here, walking up from the nearest. */
function nearestFirst(document: History['document'], from: string): { id: string; kind: string }[] {
  const found: string[] = [from];
  for (const id of found) {
    for (const edge of document.edges) {
      if (edge.to === id && !found.includes(edge.from)) found.push(edge.from);
    }
  }
  return found.flatMap((id) => document.steps.filter((step) => step.id === id));
}
