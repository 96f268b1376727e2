export type Stored = string;
export const stored: Stored = 'stored';
