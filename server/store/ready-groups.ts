/**
 * The queues of a lane: organisation and connection of everything that is ready or running in it.
 * A loose scan of `steps_claim (lane, org_id, connection, …)`: one probe per queue, however long
 * the queues are.
 *
 * Takes SQL expressions: the lane, the place to begin after (organisation and connection; two empty
 * strings for the beginning) and how many queues at most. Gives `queues (org_id, connection, nth)`.
 */
export const queuesOfLane = (
  lane: string,
  afterOrg: string,
  afterConnection: string,
  most: number | string,
): string => `
  queues as (
    (select org_id, connection, 1 as nth from steps
      where lane = ${lane} and status in ('ready', 'running')
        and (org_id, connection) > (${afterOrg}, ${afterConnection})
      order by org_id, connection limit 1)
    union all
    select n.org_id, n.connection, q.nth + 1
      from queues q cross join lateral (
        select org_id, connection from steps
         where lane = ${lane} and status in ('ready', 'running')
           and (org_id, connection) > (q.org_id, q.connection)
         order by org_id, connection limit 1) n
     where q.nth < ${most})`;
