'use client';

import type { Viewer } from '#server/api/views/workspace-view.ts';
import { Avatar } from '#components/ui/avatar.tsx';

export interface DemoAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Viewer['role'];
}

const MAY: Readonly<Record<Viewer['role'], string>> = {
  owner: 'may do everything',
  editor: 'builds and publishes',
  approver: 'approves drafts',
  viewer: 'may only look',
};

/** The people of the demo workspace. One press signs in: their password is no secret. */
export function DemoAccounts({
  accounts,
  disabled,
  onPick,
}: {
  accounts: readonly DemoAccount[];
  disabled: boolean;
  onPick: (account: DemoAccount) => void;
}) {
  return (
    <section
      aria-labelledby="demo-accounts"
      className="flex flex-col gap-2 border-t border-line pt-5"
    >
      <h2 id="demo-accounts" className="text-caption font-medium text-ink-2">
        This is the demo workspace. Come in as
      </h2>
      <ul className="flex flex-col">
        {accounts.map((account) => (
          <li key={account.email} className="border-b border-line last:border-b-0">
            <button
              type="button"
              disabled={disabled}
              onClick={() => onPick(account)}
              className="-mx-2 flex w-[calc(100%+16px)] items-center gap-3 rounded-control px-2 py-2 text-left transition-colors hover:bg-sunken disabled:opacity-50"
            >
              <Avatar name={account.name} size={32} />
              <span className="flex min-w-0 grow flex-col">
                <span className="text-body font-semibold text-ink">{account.name}</span>
                <span className="truncate text-caption text-ink-3">{account.email}</span>
              </span>
              <span className="shrink-0 text-caption text-ink-2">{MAY[account.role]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
