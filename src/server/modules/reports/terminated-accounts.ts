import { choiceName } from '#kernel/fields/choice.ts';
import type { ReportRecipient } from '#calls/reports.ts';
import { cloudParents, type CloudParent } from '#resources/cloud-parents.ts';
import type { ContentParts, ReportMail } from './served.ts';

/** An owner as written in terminated accounts. */
interface Owner {
  /** Null where nobody is named. */
  owner: string | null;
  /** That of the cloud contact; null where there is none. */
  email: string | null;
  terminated: boolean | null;
  /** The directory no longer has them, or they may no longer sign in. */
  departed: boolean;
  accounts: number;
}

async function ownersOf({ db }: ContentParts): Promise<Owner[]> {
  const { rows } = await db.query<Owner>(
    `SELECT min(btrim(p.cloud_contact_email)) AS owner, c.email, c.terminated,
       d.key IS NOT NULL AS departed, count(*)::integer AS accounts
     FROM cloud_parents p LEFT JOIN cloud_contacts c ON lower(btrim(c.email)) = lower(btrim(p.cloud_contact_email))
       LEFT JOIN departed_people d ON d.key = lower(btrim(p.cloud_contact_email))
     WHERE p.terminated
     GROUP BY lower(btrim(p.cloud_contact_email)), c.email, c.terminated, d.key ORDER BY lower(c.email)`,
  );
  return rows;
}

const counted = (accounts: number) =>
  `${accounts.toLocaleString('en')} terminated ${accounts === 1 ? 'account' : 'accounts'}`;

const isMailed = (one: Owner): one is Owner & { email: string } =>
  one.email !== null && one.terminated !== true && !one.departed;

/** Who owns accounts that were terminated, whatever the domain of their address; who has left gets no mail. */
export async function terminatedAccountsOwners(parts: ContentParts): Promise<ReportRecipient[]> {
  const owners = (await ownersOf(parts)).filter(isMailed);
  return owners.map(({ email, accounts }) => ({ to: email, what: counted(accounts) }));
}

/** The accounts about which nobody is mailed, and why. */
export async function terminatedAccountsLeftOut(parts: ContentParts): Promise<string[]> {
  const others = (await ownersOf(parts)).filter((one) => !isMailed(one));
  return others.map(({ owner, email, terminated, accounts }) => {
    const verb = accounts === 1 ? 'belongs' : 'belong';
    if (owner === null) return `${counted(accounts)} of which no owner is named.`;
    const why =
      email === null
        ? 'who is no cloud contact'
        : terminated === true
          ? 'who is terminated'
          : 'who left the directory or may no longer sign in';
    return `${counted(accounts)} that ${verb} to ${owner}, ${why}.`;
  });
}

/** So many accounts are named in a mail. */
const MOST_NAMED = 200;

type Account = Pick<CloudParent, 'provider_type' | 'identifier' | 'name' | 'environment'>;

/** 'AWS, 029668081485, draw-archive, test', without what an account lacks. */
const lineOf = ({ provider_type: cloud, identifier, name, environment }: Account) =>
  [choiceName(cloudParents.fields.provider_type, cloud), identifier, name, environment]
    .filter((part) => part !== null)
    .join(', ');

/** The mail of one owner: the accounts by cloud and identifier. */
export async function mailOfTerminatedAccounts(
  { to }: ReportRecipient,
  { db }: ContentParts,
): Promise<ReportMail> {
  const { rows } = await db.query<Account>(
    `SELECT provider_type, identifier, name, environment
     FROM cloud_parents WHERE terminated AND lower(btrim(cloud_contact_email)) = lower(btrim($1))
     ORDER BY provider_type, identifier`,
    [to],
  );
  const more = rows.length - MOST_NAMED;
  return {
    text: [
      ...rows.slice(0, MOST_NAMED).map((account) => `  ${lineOf(account)}`),
      ...(more > 0 ? [`  and ${more.toLocaleString('en')} more`] : []),
      '',
      'If one of them is still needed, please write to the team of the cloud centre of excellence.',
    ],
  };
}
