import { storable } from '#server/platform/storable.ts';

/** JSON text that a jsonb column takes; what was received is kept as raw bytes elsewhere. */
export const storableJson = (value: unknown): string => JSON.stringify(storable(value)) ?? 'null';
