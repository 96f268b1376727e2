import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { single } from '#app/single.ts';
import { Logo } from '#components/shell/logo.tsx';
import { safeNext } from '#components/sign-in/sign-in-error.ts';
import { SignInForm } from '#components/sign-in/sign-in-form.tsx';
import { demoLogins } from '#server/api/demo-logins.ts';
import { currentViewer } from '#server/api/viewer/current-viewer.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface Search {
  readonly next?: string | string[];
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const next = safeNext(single((await searchParams).next));
  if ((await currentViewer(await headers())) !== null) redirect(next);
  const demo = await demoLogins();
  return (
    <main className="flex min-h-dvh items-center justify-center bg-ground p-4">
      <div className="flex w-full max-w-[380px] flex-col gap-6 rounded-dialog border border-line bg-surface p-6 shadow-rest">
        <header className="flex flex-col gap-3">
          <Logo size={32} />
          <h1 className="text-title">Sign in to Holdfast</h1>
        </header>
        <SignInForm next={next} demo={demo} />
      </div>
    </main>
  );
}
