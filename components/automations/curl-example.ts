/**
 * A command that starts one run from a terminal. Signed triggers name the three Standard Webhooks
 * headers, because nobody can type a signature.
 */
export const curlExample = (
  hookUrl: string,
  samplePayload: Readonly<Record<string, unknown>>,
  signed: boolean,
): string => {
  const body = JSON.stringify(samplePayload, null, 2).replaceAll("'", String.raw`'\''`);
  const lines = [`curl -X POST '${hookUrl}'`, `-H 'content-type: application/json'`];
  if (signed) {
    lines.push(
      `-H "webhook-id: $ID"`,
      `-H "webhook-timestamp: $(date +%s)"`,
      `-H "webhook-signature: $SIGNATURE"`,
    );
  }
  lines.push(`-d '${body}'`);
  return lines.join(' \\\n  ');
};
