import { Search, SearchX, Users } from 'lucide-react';
import Link from 'next/link';
import type { ContactListItem } from '#server/api/views/workspace-view.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Input } from '#components/ui/input.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table.tsx';
import { Consent } from './consent.tsx';

/** A plain form: the address carries the search, so it can be shared and gone back to. */
function ContactSearch({ query }: { query: string }) {
  return (
    <form action="/contacts" className="relative w-64 max-md:w-[calc(100vw-32px)]">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input
        type="search"
        name="q"
        defaultValue={query}
        aria-label="Search contacts"
        placeholder="Search contacts"
        className="pl-8"
      />
    </form>
  );
}

const nameOf = (contact: ContactListItem): string =>
  contact.erased ? 'Erased contact' : (contact.name ?? contact.email ?? contact.id);

function Rows({ contacts, now }: { contacts: readonly ContactListItem[]; now: Date }) {
  return (
    <>
      <Table className="border-t border-line max-md:hidden">
        <TableHead>
          <tr>
            <HeadCell>Name</HeadCell>
            <HeadCell>Email</HeadCell>
            <HeadCell>Consent</HeadCell>
            <HeadCell>Time zone</HeadCell>
            <HeadCell align="right">Known since</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {contacts.map((contact) => (
            <Row key={contact.id}>
              <Cell className="font-medium">{nameOf(contact)}</Cell>
              <Cell className="text-ink-2">{contact.email ?? '–'}</Cell>
              <Cell>
                <Consent contact={contact} />
              </Cell>
              <Cell className="text-ink-2">{contact.timezone ?? '–'}</Cell>
              <Cell align="right" className="text-ink-2">
                <Moment at={contact.createdAt} now={now} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <ul className="border-t border-line bg-surface md:hidden">
        {contacts.map((contact) => (
          <li key={contact.id} className="flex flex-col gap-0.5 border-b border-line px-4 py-3">
            <span className="text-section">{nameOf(contact)}</span>
            <span className="text-caption break-all text-ink-2">{contact.email}</span>
            <span className="flex items-center justify-between gap-3">
              <Consent contact={contact} />
              <span className="text-caption text-ink-3">{contact.timezone}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function NoContacts({ query }: { query: string }) {
  return query === '' ? (
    <EmptyState
      icon={Users}
      title="No contacts yet"
      action={
        <Button asChild>
          <Link href="/automations">Go to automations</Link>
        </Button>
      }
    >
      A contact is made when a trigger names somebody for the first time. Run the demo to meet Maya.
    </EmptyState>
  ) : (
    <EmptyState
      icon={SearchX}
      title={`Nobody matches “${query}”`}
      action={
        <Button asChild>
          <Link href="/contacts">Show everybody</Link>
        </Button>
      }
    >
      Names and addresses are searched from their beginning.
    </EmptyState>
  );
}

/** Everyone that automations know, and whether they may be written to. */
export function ContactsScreen({
  contacts,
  query,
  nextHref,
  now,
}: {
  contacts: readonly ContactListItem[];
  query: string;
  nextHref: string | null;
  now: Date;
}) {
  return (
    <div className="flex min-h-full flex-col bg-surface">
      <PageHeader
        title="Contacts"
        note="Consent is read again whenever a step sends."
        actions={<ContactSearch query={query} />}
        className="pb-4"
      />
      {contacts.length === 0 ? (
        <div className="grow bg-ground px-4 md:px-6">
          <NoContacts query={query} />
        </div>
      ) : (
        <Rows contacts={contacts} now={now} />
      )}
      {nextHref !== null && (
        <div className="px-4 py-4 md:px-6">
          <Button asChild>
            <Link href={nextHref}>Older contacts</Link>
          </Button>
        </div>
      )}
    </div>
  );
}
