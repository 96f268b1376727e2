import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { decodeCursor, toPage } from '#server/api/page.ts';
import { zoneInput } from '#server/api/start-contact-input.ts';
import type { AppServices } from '#server/api/app-services.ts';
import { AppError } from '#server/platform/errors.ts';
import { createContact, updateContact } from '#server/runtime/save-contact.ts';
import { findContact, listContacts, type ContactRow } from '#server/store/product-contacts.ts';
import {
  answer,
  idParam,
  jsonBody,
  listOf,
  pageQuery,
  problems,
  SECURED,
  toJson,
} from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';
import { contactSchema } from './rest-schemas.ts';

const TAGS = ['Contacts'];

const changeShape = {
  email: z.email().max(320).nullable().optional(),
  externalId: z.string().min(1).max(200).nullable().optional(),
  name: z.string().max(200).nullable().optional(),
  timezone: zoneInput.nullable().optional(),
  /** Merged into what is there. */
  attributes: z.record(z.string().max(100), z.unknown()).optional(),
  emailConsent: z.enum(['granted', 'withdrawn']).optional(),
};

const newContact = z
  .strictObject(changeShape)
  .refine((contact) => contact.email != null || contact.externalId != null, {
    message: 'A contact needs an email or an externalId',
  });

const listRoute = createRoute({
  method: 'get',
  path: '/contacts',
  tags: TAGS,
  summary: 'List contacts, newest first',
  security: SECURED,
  middleware: [allow('contact.read')] as const,
  request: { query: pageQuery.extend({ q: z.string().max(200).optional() }) },
  responses: { 200: answer(listOf(contactSchema), 'A page'), ...problems() },
});

const getRoute = createRoute({
  method: 'get',
  path: '/contacts/{id}',
  tags: TAGS,
  summary: 'One contact',
  security: SECURED,
  middleware: [allow('contact.read')] as const,
  request: { params: idParam },
  responses: { 200: answer(contactSchema, 'The contact'), ...problems('not_found') },
});

const createContactRoute = createRoute({
  method: 'post',
  path: '/contacts',
  tags: TAGS,
  summary: 'Create a contact',
  security: SECURED,
  middleware: [allow('contact.edit')] as const,
  request: { body: jsonBody(newContact) },
  responses: { 201: answer(contactSchema, 'Created'), ...problems('conflict', 'invalid') },
});

const updateRoute = createRoute({
  method: 'patch',
  path: '/contacts/{id}',
  tags: TAGS,
  summary: 'Change a contact; what is left out stays',
  security: SECURED,
  middleware: [allow('contact.edit')] as const,
  request: { params: idParam, body: jsonBody(z.strictObject(changeShape)) },
  responses: {
    200: answer(contactSchema, 'Changed'),
    ...problems('not_found', 'conflict', 'gone', 'invalid'),
  },
});

/** Throws `not_found`. */
export const readContact = async (
  services: AppServices,
  orgId: string,
  id: string,
): Promise<ContactRow> => {
  const contact = await findContact(services.reads, orgId, id);
  if (contact === null) throw new AppError('not_found', 'There is no such contact here.');
  return contact;
};

export const registerContacts = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(listRoute, async (c) => {
    const { q, cursor, limit } = c.req.valid('query');
    const rows = await listContacts(c.get('services').reads, {
      orgId: c.get('orgId'),
      search: q ?? null,
      before: decodeCursor(cursor),
      limit: limit + 1,
    });
    return c.json(toJson(toPage(rows, limit, (row) => row.id)), 200);
  });

  app.openapi(getRoute, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(toJson(await readContact(c.get('services'), c.get('orgId'), id)), 200);
  });

  app.openapi(createContactRoute, async (c) => {
    const services = c.get('services');
    const orgId = c.get('orgId');
    const contact = c.req.valid('json');
    const { id } = await createContact(services.deps, { orgId, actor: c.get('actor'), contact });
    return c.json(toJson(await readContact(services, orgId, id)), 201);
  });

  app.openapi(updateRoute, async (c) => {
    const services = c.get('services');
    const orgId = c.get('orgId');
    const { id } = c.req.valid('param');
    const contact = c.req.valid('json');
    await updateContact(services.deps, { orgId, actor: c.get('actor'), contact, id });
    return c.json(toJson(await readContact(services, orgId, id)), 200);
  });
};
