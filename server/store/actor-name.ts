/**
 * SQL for what a person would call a column's actor (`user:<id>`, `api:<id>`): the member's or key's
 * name, and whatever else was recorded as it is. By primary key; written so that the index is used.
 */
export const actorName = (column: string): string => `coalesce(
    (select u.name from users u where u.id = replace(${column}, 'user:', '')),
    (select k.name from api_keys k where k.id = replace(${column}, 'api:', '')),
    ${column})`;
