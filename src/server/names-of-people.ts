import type { Runner } from '#server/platform/database/database.ts';

/** Where the portal knows names of people by their address, the surest first. */
const KNOWN = `SELECT 1 AS rank, name FROM sessions WHERE email = lower(btrim($1))
  UNION ALL SELECT 2, name FROM cloud_contacts WHERE lower(btrim(email)) = lower(btrim($1))
  UNION ALL SELECT 3, name FROM members WHERE lower(btrim(email)) = lower(btrim($1))
  UNION ALL SELECT 4, name FROM dcoe_members WHERE lower(btrim(email)) = lower(btrim($1))`;

/** The name of whoever has an address; null where it is not known, or the address is not a person's. */
export async function nameOfPerson(runner: Runner, email: string): Promise<string | null> {
  const { rows } = await runner.query<{ name: string }>({
    text: `SELECT name FROM (${KNOWN}) known WHERE btrim(coalesce(name, '')) <> '' ORDER BY rank LIMIT 1`,
    values: [email],
  });
  return rows[0]?.name ?? null;
}
