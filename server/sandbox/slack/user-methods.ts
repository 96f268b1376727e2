import { findSlackUser, type SlackUser } from '../store/slack-users.ts';
import { slackError, slackOk } from './answer.ts';
import type { SlackMethod } from './chat-methods.ts';
import { SLACK_APP_ID, SLACK_BOT, SLACK_TEAM, teamOf } from './directory.ts';

const userView = (user: SlackUser): Record<string, unknown> => ({
  id: user.id,
  team_id: teamOf(user.id),
  is_stranger: teamOf(user.id) !== SLACK_TEAM.id,
  name: user.name,
  real_name: user.realName,
  deleted: false,
  is_bot: false,
  tz: user.timezone,
  profile: {
    email: user.email,
    real_name: user.realName,
    display_name: user.name,
  },
});

export const usersInfo: SlackMethod = async (tx, args) => {
  const id = args['user'];
  const user = typeof id === 'string' ? await findSlackUser(tx, id) : null;
  return user === null || user.id !== id
    ? slackError('user_not_found')
    : slackOk({ user: userView(user) });
};

export const usersLookupByEmail: SlackMethod = async (tx, args) => {
  const email = args['email'];
  const user = typeof email === 'string' ? await findSlackUser(tx, email) : null;
  return user === null || user.email.toLowerCase() !== String(email).toLowerCase()
    ? slackError('users_not_found')
    : slackOk({ user: userView(user) });
};

export const authTest: SlackMethod = async () =>
  slackOk({
    url: `https://${SLACK_TEAM.domain}.slack.com/`,
    team: SLACK_TEAM.name,
    team_id: SLACK_TEAM.id,
    user: SLACK_BOT.name,
    user_id: SLACK_BOT.userId,
    bot_id: SLACK_BOT.id,
    app_id: SLACK_APP_ID,
    is_enterprise_install: false,
  });
