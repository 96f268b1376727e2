import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { type ContactChanges, updateContact } from './contacts-engine.ts';

const db = testDatabase();

const NOTHING: ContactChanges = { setAttributes: {}, clearAttributes: [] };

const read = async (id: string) =>
  (await db.sql.query('select name, timezone, attributes from contacts where id = $1', [id]))
    .rows[0];

describe('updateContact', () => {
  beforeEach(async () => {
    await db.sql.query('delete from contacts');
    await db.sql.query(
      `insert into organisations (id, name, slug) values ('org_a', 'A', 'a'), ('org_b', 'B', 'b')
       on conflict do nothing`,
    );
    await db.sql.query(
      `insert into contacts (id, org_id, email, name, timezone, attributes, erased_at) values
         ('con_1', 'org_a', 'maya@example.com', 'Maya', 'Europe/Berlin', '{"plan":"free","old":1}', null),
         ('con_2', 'org_a', null, null, null, '{}', now())`,
    );
  });

  it('changes what is named and leaves the rest', async () => {
    expect(await updateContact(db.sql, 'org_a', 'con_1', { ...NOTHING, name: 'Maya L' })).toBe(
      true,
    );
    expect(await read('con_1')).toEqual({
      name: 'Maya L',
      timezone: 'Europe/Berlin',
      attributes: { plan: 'free', old: 1 },
    });
  });

  it('clears on request, and merges attributes', async () => {
    await updateContact(db.sql, 'org_a', 'con_1', {
      timezone: null,
      setAttributes: { plan: 'pro', 'a"b': [1] },
      clearAttributes: ['old'],
    });
    expect(await read('con_1')).toEqual({
      name: 'Maya',
      timezone: null,
      attributes: { plan: 'pro', 'a"b': [1] },
    });
  });

  it('S8.4 does not write to an erased contact', async () => {
    expect(await updateContact(db.sql, 'org_a', 'con_2', { ...NOTHING, name: 'Back' })).toBe(false);
    expect(await read('con_2')).toMatchObject({ name: null });
  });

  it('does not reach into another organisation', async () => {
    expect(await updateContact(db.sql, 'org_b', 'con_1', { ...NOTHING, name: 'Other' })).toBe(
      false,
    );
    expect(await read('con_1')).toMatchObject({ name: 'Maya' });
  });
});
