/**
 * The ids of a workspace's contacts whose address, name or external id begins so, in no order and
 * at most `limit` by each. Uses contacts_email_prefix, contacts_name_prefix and
 * contacts_external_prefix. The arguments are a statement's parameters.
 */
export const matchingContacts = (orgId: string, prefix: string, limit: string): string => {
  const by = (column: string): string =>
    `(select id from contacts where org_id = ${orgId} and ${column} like ${prefix} limit ${limit})`;
  return [by('email'), by('lower(name)'), by('lower(external_id)')].join(' union ');
};
