/** What came back before a failure, as far as anything did; carried as the failure's `cause`. */
export class ProviderReplyError extends Error {
  override readonly name = 'ProviderReplyError';
  /** Safe to show: status codes and provider ids, no personal data and no credentials. */
  readonly reply: Readonly<Record<string, unknown>>;

  constructor(
    reply: Readonly<Record<string, unknown>>,
    options: { readonly cause?: unknown } = {},
  ) {
    super('The provider did not do as asked', { cause: options.cause });
    this.reply = reply;
  }
}

/** The provider's last words behind a connector's error, for the effect's row; null without any. */
export function providerReplyOf(error: unknown): Readonly<Record<string, unknown>> | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof ProviderReplyError) return at.reply;
  }
  return null;
}
