'use client';

import { type SubmitEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { authClient } from './auth-client.ts';
import { type DemoAccount, DemoAccounts } from './demo-accounts.tsx';
import { signInError } from './sign-in-error.ts';

/** Email and password, with the demo's accounts to pick from where this is the demo. */
export function SignInForm({ next, demo }: { next: string; demo: readonly DemoAccount[] }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const signIn = async (credentials: { email: string; password: string }): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const answer = await authClient.signIn.email(credentials);
      if (answer.error === null) {
        // A full load, so that every page is read anew as the person who signed in.
        window.location.assign(next);
        return;
      }
      setError(signInError(answer.error));
    } catch {
      setError(signInError({ status: 0 }));
    }
    setBusy(false);
  };

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void signIn({ email: email.trim(), password });
  };

  return (
    <div className="flex flex-col gap-6">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Email">
          <Input
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Password" error={error}>
          <Input
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" disabled={busy} className="w-full max-md:h-11">
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {demo.length > 0 && (
        <DemoAccounts accounts={demo} disabled={busy} onPick={(account) => void signIn(account)} />
      )}
    </div>
  );
}
