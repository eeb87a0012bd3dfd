import type { Runner } from '#server/platform/database/database.ts';
import { groupsFor } from './groups.ts';
import {
  type KnownAccount,
  objectId,
  type SimulatedGrant,
  type SimulatedGroup,
  type SimulatedPerson,
} from './objects.ts';

/** The content that the simulators of the directory and of the clouds share. */
export interface SimulatedDirectory {
  people: SimulatedPerson[];
  groups: SimulatedGroup[];
  grants: SimulatedGrant[];
}

/** More are left out: the example directory is for looking at. */
const MOST_PEOPLE = 3000;
const MOST_ACCOUNTS = 600;

/** People who do the work and whom the inventory does not name. */
const FIRST_NAMES = ['Alina', 'Ben', 'Carlos', 'Dana', 'Emil', 'Fatima', 'Georg', 'Helena', 'Ivan', 'Jin'];
const LAST_NAMES = ['Adler', 'Brandt', 'Costa', 'Dahl', 'Evans', 'Ferrari'];
const engineers = FIRST_NAMES.flatMap((first) =>
  LAST_NAMES.map((last) => ({
    name: `${first} ${last}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
  })),
);
/** An account's owner whom the inventory has and nobody else. */
const FORMER = { name: 'Robin Marsh', email: 'former.colleague@example.com' };

/**
 * An example directory for the accounts and people that the database has, the same one for the same data: who is a member
 * or a cloud contact is in it, contacts who have left are disabled, and one of them is gone.
 */
export async function simulatedDirectory(db: Runner): Promise<SimulatedDirectory> {
  const { rows: known } = await db.query<{ email: string; name: string; left: boolean }>({
    text: `SELECT lower(btrim(email)) AS email, min(name) AS name, bool_or("left") AS "left"
      FROM (
        SELECT email, name, false AS "left" FROM members
        UNION ALL SELECT email, name, false FROM dcoe_members
        UNION ALL SELECT email, coalesce(name, email), terminated FROM cloud_contacts
      ) p WHERE btrim(email) <> '' GROUP BY 1 ORDER BY 1 LIMIT ${MOST_PEOPLE}`,
  });
  const { rows: accounts } = await db.query<KnownAccount>({
    text: `SELECT CASE provider_type WHEN 'AwsCloudParent' THEN 'aws' WHEN 'AzureCloudParent' THEN 'azure'
        ELSE 'gcp' END AS cloud, btrim(identifier) AS identifier, coalesce(name, identifier) AS name,
        lower(btrim(cloud_contact_email)) AS owner, terminated
      FROM cloud_parents WHERE btrim(identifier) <> '' ORDER BY lower(coalesce(name, identifier)), id
      LIMIT ${MOST_ACCOUNTS}`,
  });
  const people = peopleOf(known);
  return { people, ...groupsFor(people, accounts) };
}

function peopleOf(known: readonly { email: string; name: string; left: boolean }[]): SimulatedPerson[] {
  // Of those who left, the directory has forgotten the one who comes second.
  const forgotten = known.filter(({ left }) => left)[1];
  const listed = known.filter((one) => one !== forgotten);
  const taken = new Set(known.map(({ email }) => email));
  const others = engineers.filter(({ email }) => !taken.has(email)).map((one) => ({ ...one, left: false }));
  const former = taken.has(FORMER.email) ? [] : [{ ...FORMER, left: true }];
  return [...listed, ...others, ...former].map(({ email, name, left }) => ({
    id: objectId(`person ${email}`),
    name: name.slice(0, 256),
    userPrincipalName: email,
    email,
    enabled: !left,
  }));
}
