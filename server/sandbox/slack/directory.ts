import type { SlackUser } from '../store/slack-users.ts';

/** The people of the demo workspace; they are members of the product by the same addresses. */
export const DEMO_SLACK_USERS: readonly SlackUser[] = [
  {
    id: 'U0SAM0OKAFOR',
    name: 'sam',
    realName: 'Sam Okafor',
    email: 'sam@example.com',
    timezone: 'Europe/Berlin',
  },
  {
    id: 'U0LENABRANDT',
    name: 'lena',
    realName: 'Lena Brandt',
    email: 'lena@example.com',
    timezone: 'Europe/Berlin',
  },
  {
    id: 'U0PRIYARAMAN',
    name: 'priya',
    realName: 'Priya Nair',
    email: 'priya@example.com',
    timezone: 'Asia/Kolkata',
  },
];

export const SLACK_TEAM = {
  id: 'T0HOLDFAST',
  name: 'Holdfast sandbox',
  domain: 'holdfast',
} as const;
/** Another company's workspace: its people, by the beginning of their ids, share our channels. */
const PARTNER = { teamId: 'T0PARTNER', userPrefix: 'U0PARTNER' } as const;

export const teamOf = (userId: string): string =>
  userId.startsWith(PARTNER.userPrefix) ? PARTNER.teamId : SLACK_TEAM.id;

export const SLACK_BOT = { id: 'B0HOLDFAST', userId: 'U0HOLDFAST', name: 'holdfast' } as const;
export const SLACK_APP_ID = 'A0HOLDFAST';
