/** Slack answers 200 even to most failures; `ok` tells. */
export const slackOk = (fields: Readonly<Record<string, unknown>> = {}): Response =>
  Response.json({ ok: true, ...fields });

export const slackError = (
  error: string,
  fields: Readonly<Record<string, unknown>> = {},
): Response => Response.json({ ok: false, error, ...fields });
