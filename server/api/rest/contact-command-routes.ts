import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { eraseContact } from '#server/runtime/erase-contact.ts';
import { unsubscribeContact } from '#server/runtime/unsubscribe-contact.ts';
import { readContact } from './contact-routes.ts';
import { answer, idParam, problems, SECURED, toJson } from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';
import { contactSchema } from './rest-schemas.ts';

const TAGS = ['Contacts'];

const unsubscribeRoute = createRoute({
  method: 'post',
  path: '/contacts/{id}/unsubscribe',
  tags: TAGS,
  summary: 'Withdraw consent to email; waiting runs skip their emails to this person',
  security: SECURED,
  middleware: [allow('contact.edit')] as const,
  request: { params: idParam },
  responses: { 200: answer(contactSchema, 'Unsubscribed'), ...problems('not_found') },
});

const erasedSchema = z.object({
  id: z.string(),
  erased: z.literal(true),
  /** Runs that were cancelled; one with something in flight is still stopping. */
  cancelledRuns: z.array(z.string()),
});

const eraseRoute = createRoute({
  method: 'post',
  path: '/contacts/{id}/erase',
  tags: TAGS,
  summary: 'Erase a person: cancels their runs and scrubs payloads; logs stay, they hold none',
  security: SECURED,
  middleware: [allow('contact.erase')] as const,
  request: { params: idParam },
  responses: { 200: answer(erasedSchema, 'Erased'), ...problems('not_found') },
});

export const registerContactCommands = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(unsubscribeRoute, async (c) => {
    const services = c.get('services');
    const orgId = c.get('orgId');
    const { id } = c.req.valid('param');
    await unsubscribeContact(services.deps, { orgId, contactId: id, actor: c.get('actor') });
    return c.json(toJson(await readContact(services, orgId, id)), 200);
  });

  app.openapi(eraseRoute, async (c) => {
    const { id } = c.req.valid('param');
    const change = { orgId: c.get('orgId'), contactId: id, actor: c.get('actor') };
    const { cancelledRuns } = await eraseContact(c.get('services').deps, change);
    return c.json({ id, erased: true as const, cancelledRuns: [...cancelledRuns] }, 200);
  });
};
