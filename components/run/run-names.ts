import { DEFAULT_PORT } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { TRIGGER_WORDS } from '#components/graph/trigger-words.ts';

type Document = RunDetail['document'];

/** The name that the version which ran gave the step; its id where the step is not in it. */
export function stepName(document: Document, stepId: string): string {
  if (stepId === 'trigger')
    return document.trigger.name ?? TRIGGER_WORDS[document.trigger.kind].name;
  return document.steps.find((step) => step.id === stepId)?.name ?? stepId;
}

/** The same for a step that may belong to a version that the run was on before. */
export function stepNameIn(
  run: Pick<RunDetail, 'document' | 'formerSteps'>,
  stepId: string,
): string {
  const former = run.formerSteps?.find((step) => step.id === stepId);
  return former?.name ?? stepName(run.document, stepId);
}

/** The port's label as its step defines it, in lower case: "timed out". */
export function portName(document: Document, stepId: string, port: string): string {
  const step = document.steps.find((candidate) => candidate.id === stepId);
  const definition = step === undefined ? undefined : stepCatalogue.get(step.kind);
  const config = definition?.config.safeParse(step?.config);
  const ports = config?.success === true ? (definition?.ports(config.data) ?? []) : [];
  const label =
    ports.find((candidate) => candidate.id === port)?.label ?? port.replaceAll('_', ' ');
  return label.toLowerCase();
}

/** Where a port leads, by name; null where the path ends there. */
export function targetName(document: Document, stepId: string, port: string): string | null {
  const edge = document.edges.find(
    (candidate) => candidate.from === stepId && (candidate.port ?? DEFAULT_PORT) === port,
  );
  return edge === undefined ? null : stepName(document, edge.to);
}

/**
 * A first name to call someone by. Approvals know addresses only, and "sam@example.com" in a
 * headline hides who it is: the part before the @ says it as people do.
 */
export function personName(address: string): string {
  const first = (address.split('@')[0] ?? address).split(/[._+-]/)[0] ?? address;
  return first === '' ? address : `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
}

/** "Sam", "Sam or Priya", "Sam, Priya or Kim" */
export function anyOf(addresses: readonly string[]): string {
  const names = addresses.map(personName);
  const last = names.pop();
  if (last === undefined) return 'someone';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

/** Workers have long ids of which the end tells them apart: "worker ry5zb". */
export function actorName(label: string): string {
  return label.replace(/^wrk_\w*(\w{5})$/, 'worker $1');
}

/** Who a run is about, as short as can be: a name, else an address, else its id. */
export function contactName(run: Pick<RunDetail, 'contact' | 'id'>): string {
  return run.contact?.name ?? run.contact?.email ?? run.id;
}
