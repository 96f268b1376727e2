/** People whom a test run is about, or whom it asks. */
import { describe, expect, it } from 'vitest';
import { documentOf, end, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { SANDBOX_OFF, TEST_CONTACT, testRunScene } from '#server/testing/test-run-scene.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { decideApproval } from './decide-approval.ts';
import { keyMayDecide } from './permission-to-decide.ts';
import { findSlackMember } from './slack-member.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const { trap, drafted, openDeps, test, effectsOf, count } = testRunScene(db, box, s);

describe('a test run', () => {
  it('asks the sandbox’s Slack who pressed, and never the workspace’s', async () => {
    const { rows } = await db.sql.query<{ id: string }>(
      'select id from sandbox.slack_users limit 1',
    );
    const user = rows[0]!.id;
    const { orgId } = s;
    expect(await findSlackMember(openDeps(), { orgId, isTest: true }, user)).toBeNull();
    expect(trap.calls).toBe(0);
    const asked = findSlackMember(openDeps(), { orgId, isTest: false }, user);
    await expect(asked).rejects.toThrow('Slack could not say who this is.');
    expect(trap.calls).toBeGreaterThan(0);
    const off = findSlackMember(openDeps(SANDBOX_OFF), { orgId, isTest: true }, user);
    await expect(off).rejects.toThrow('Slack could not say who this is.');
  });

  it('changes no contact, though its own steps see the change', async () => {
    const document = documentOf(
      [
        { id: 'mark', kind: 'update_contact', config: { fields: { lead: 'hot', name: 'M.' } } },
        {
          id: 'which',
          kind: 'branch',
          config: {
            cases: [
              {
                port: 'hot',
                name: 'Hot',
                when: {
                  all: [
                    { left: 'contact.lead', operator: 'equals', right: 'hot' },
                    { left: 'contact.name', operator: 'equals', right: 'M.' },
                  ],
                },
              },
            ],
          },
        },
        {
          id: 'note',
          kind: 'slack_message',
          config: { connection: 'slack', channel: '#sales', text: 'Lead {{ contact.lead }}' },
        },
        end(),
      ],
      [
        ['trigger', 'mark'],
        ['mark', 'which'],
        ['which', 'note', 'hot'],
        ['note', 'end'],
      ],
    );
    // The contact is there already.
    await test(await drafted(documentOf([end()])));
    const contact = { ...TEST_CONTACT, name: 'Somebody else', attributes: { plan: 'pro' } };
    const runId = await test(await drafted(document), { contact });
    await s.worker(openDeps());
    await s.untilRun(runId, 'done');
    const { rows } = await db.sql.query('select name, attributes from contacts where email = $1', [
      TEST_CONTACT.email,
    ]);
    expect(rows).toEqual([{ name: 'Maya', attributes: {} }]);
    expect((await effectsOf(runId)).map(({ step }) => step)).toEqual(['note']);
  });

  it('asks for approval in the sandbox’s Slack, marked as a test, and takes the buttons off', async () => {
    const ask: TestStep = {
      id: 'sure',
      kind: 'approval',
      config: {
        content: 'Shall we?',
        assignees: ['sam@example.com'],
        channel: 'slack',
        target: '#approvals',
        deadline: { after: 'PT24H', then: 'port:expired' },
      },
    };
    const document = documentOf([ask, end()]);
    const runId = await test(await drafted(document));
    await s.worker(openDeps());
    await s.untilStep(runId, 'sure', 'waiting_approval');
    const shown = async () =>
      (
        await db.sql.query<{ blocks: unknown }>(
          'select blocks from sandbox.slack_messages order by ts desc limit 1',
        )
      ).rows.map(({ blocks }) => JSON.stringify(blocks))[0] ?? '';
    expect(await shown()).toContain('*Test run.*');
    const { rows } = await db.sql.query<{ id: string; digest: string }>(
      'select id, digest from approvals where run_id = $1',
      [runId],
    );
    await decideApproval(s.deps(), {
      orgId: s.orgId,
      approvalId: rows[0]!.id,
      digest: rows[0]!.digest,
      decision: 'approved',
      via: 'inbox',
      actor: 'api:key',
      comment: null,
      mayDecide: keyMayDecide('owner'),
    });
    await s.untilRun(runId, 'done');
    await waitFor('the message shows the decision', async () => {
      const shows = await count(`approvals where run_id = '${runId}' and message_status = status`);
      return shows === 1;
    });
    expect(await shown()).not.toContain('"actions"');
    expect(trap.calls).toBe(0);
  });
});
