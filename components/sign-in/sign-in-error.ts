/** What went wrong at sign-in, in words that help; `status` 0 is no answer at all. */
export const signInError = (error: {
  readonly status: number;
  readonly message?: string | undefined;
}): string => {
  if (error.status === 0)
    return 'Holdfast did not answer. Check that it is running, then try again.';
  if (error.status === 429) return 'Too many attempts. Wait a minute, then try again.';
  if (error.status === 401) return 'This email and password do not belong together.';
  if (error.status === 400) return 'Enter the email address of your account.';
  if (error.status === 403)
    return 'This address is not trusted for sign-in. Open Holdfast at the address that it printed.';
  return error.message ?? 'Signing in failed on our side. Try again in a moment.';
};

/** Only paths of this site: a link to the sign-in page must not lead elsewhere afterwards. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined &&
  /^\/(?![/\\])/.test(next) &&
  !next.startsWith('/sign-in') &&
  !/[\s\\]/.test(next)
    ? next
    : '/automations';
