/** What reconnecting set going again. */
export const resumedWords = ({ resumed }: { readonly resumed: number }): string => {
  if (resumed === 0) return 'No run was waiting for it.';
  return resumed === 1
    ? '1 run goes on from where it stood.'
    : `${resumed.toLocaleString('en-GB')} runs go on from where they stood.`;
};
