/** Keys as people tell them apart. The whole key stays one hover or one copy away. */

const HASH = /^[0-9a-f]{64}$/;

/** Long enough for the ids that providers give, short enough for a line. */
const MOST = 40;

/** Always a part of the key, so that what is read is what is copied. */
const cut = (text: string): string => (HASH.test(text) ? text.slice(0, 12) : text.slice(0, MOST));

/** What names the event: kind and owner before it are the same for all of an automation's runs. */
export function shortStartKey(key: string): string {
  const [kind, owner, ...own] = key.split(':');
  return kind === undefined || owner === undefined || own.length === 0
    ? cut(key)
    : cut(own.join(':'));
}

/** The step, and the visit in a loop: on its run's page the run's id says nothing. */
export function shortEffectKey(key: string, runId: string): string {
  return key.startsWith(`${runId}/`) ? key.slice(runId.length + 1) : key;
}
