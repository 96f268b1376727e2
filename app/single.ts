/** A parameter of the address that a page takes once: the first, where a link has it twice. */
export const single = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];
