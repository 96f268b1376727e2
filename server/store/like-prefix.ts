/** A LIKE pattern for "begins with", with the search's own wildcards taken literally. */
export const likePrefix = (search: string | null): string | null =>
  search === null ? null : `${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
