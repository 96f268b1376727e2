import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { single } from '#app/single.ts';
import { ContactsScreen } from '#components/contacts/contacts-screen.tsx';

export const metadata: Metadata = { title: 'Contacts' };

interface Search {
  readonly q?: string | string[];
  readonly cursor?: string | string[];
}

export default async function ContactsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { q, cursor } = await searchParams;
  const query = (single(q) ?? '').trim();
  const page = await readForPage(async (api) =>
    api.contacts.list({
      limit: 50,
      q: query === '' ? null : query,
      cursor: single(cursor) ?? null,
    }),
  );
  const next = new URLSearchParams({
    ...(query === '' ? {} : { q: query }),
    cursor: page.nextCursor ?? '',
  });
  return (
    <ContactsScreen
      contacts={page.items}
      query={query}
      nextHref={page.nextCursor === null ? null : `/contacts?${next}`}
      now={new Date()}
    />
  );
}
