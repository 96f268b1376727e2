import type { Visit, VisitKey } from '#server/engine/state.ts';

/** The visit that a key names; the inverse of the core's `visitKey`. */
export const parseVisitKey = (key: VisitKey): Visit => {
  const slash = key.lastIndexOf('/');
  return { stepId: key.slice(0, slash), iteration: Number(key.slice(slash + 1)) };
};
