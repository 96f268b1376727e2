/** The process answers. Whether it can work is `/readyz`'s business. */
export const GET = (): Response => Response.json({ status: 'ok' });

export const dynamic = 'force-dynamic';
