import type { PoolClient } from 'pg';
import { formatDay, inDays } from '#kernel/dates.ts';
import { money } from '#kernel/written.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { putWithPage } from '../ledger/mails.ts';
import { ownerAndDesk } from '../life/mails.ts';
import { nameOf, readAccount } from '../life/store.ts';
import type { FactoryParts } from '../parts.ts';
import type { StoredLease } from './store.ts';

type Parts = Pick<FactoryParts, 'outbox' | 'config'>;

/** An account in a sentence. */
const called = (lease: StoredLease): string => `${nameOf(lease)} (${lease.identifier})`;

/** What a lease says, a sentence each. */
export function termsInWords(lease: StoredLease): string[] {
  const { ends_on: end, limit_amount: limit, limit_currency: currency, close_after_days: days } = lease;
  return [
    `Its last day is ${formatDay(end)}. Once that has passed, the account is frozen.`,
    ...(limit === null
      ? []
      : [
          `It may cost ${money(limit, currency ?? '')} from ${formatDay(lease.starts_on)} on. Once that is reached, it is frozen.`,
        ]),
    days === null
      ? 'The portal does not ask to close it.'
      : `${days} ${days === 1 ? 'day' : 'days'} after it is frozen, desk and owner are asked to close it.`,
    lease.most_days === 0 || lease.extension_days === 0
      ? 'It cannot be extended.'
      : `It can be extended by ${lease.extension_days} days at a time, and by ${lease.most_days} in all.`,
  ];
}

/** Mails owner and desk, except the person who acted. The mail to the owner links to My Cloud, that to the desk to the account. */
async function mailBoth(
  tx: PoolClient,
  { outbox, config }: Parts,
  lease: StoredLease,
  { subject, lines }: { subject: string; lines: readonly string[] },
  who: Who,
): Promise<void> {
  const { reachable } = await readAccount(tx, lease.id);
  const page = `${config.publicUrl}/auth/view/${cloudParents.name}/${lease.id}`;
  const desk = config.ccoeEmail.toLowerCase();
  // What the clock does was done by no person, so both get the mail.
  const own = who.isMachine ? null : who.actor.email.trim().toLowerCase();
  for (const to of ownerAndDesk(reachable, { config }).filter((one) => one !== own))
    await putWithPage(tx, { outbox }, to === desk ? page : `${config.publicUrl}/auth/my-cloud`, who, {
      to,
      subject,
      lines: [
        ...lines,
        '',
        to === desk
          ? 'The account:'
          : 'Your accounts with their leases, which can be extended as far as their terms allow:',
      ],
    });
}

/** Reports that a lease was set, or set anew. */
export const mailSet = (
  tx: PoolClient,
  parts: Parts,
  lease: StoredLease,
  reason: string,
  who: Who,
): Promise<void> =>
  mailBoth(
    tx,
    parts,
    lease,
    {
      subject: `${nameOf(lease)} is lent until ${formatDay(lease.ends_on)}`,
      lines: [`${who.actor.email} set the lease of ${called(lease)}: ${reason}`, '', ...termsInWords(lease)],
    },
    who,
  );

/** Reports that a lease was extended. */
export const mailExtended = (
  tx: PoolClient,
  parts: Parts,
  lease: StoredLease,
  { reason, releases }: { reason: string; releases: boolean },
  who: Who,
): Promise<void> =>
  mailBoth(
    tx,
    parts,
    lease,
    {
      subject: `The lease of ${nameOf(lease)} is extended to ${formatDay(lease.ends_on)}`,
      lines: [
        `${who.actor.email} extended the lease of ${called(lease)}: ${reason}`,
        ...(releases ? ['The account is being released.'] : []),
        '',
        ...termsInWords(lease),
      ],
    },
    who,
  );

/** Reports that a lease was removed. */
export const mailRemoved = (
  tx: PoolClient,
  parts: Parts,
  lease: StoredLease,
  reason: string,
  who: Who,
): Promise<void> =>
  mailBoth(
    tx,
    parts,
    lease,
    {
      subject: `${nameOf(lease)} has no lease any more`,
      lines: [
        `${who.actor.email} removed the lease of ${called(lease)}: ${reason}`,
        '',
        'Nothing ends it by itself any more.',
      ],
    },
    who,
  );

/** Reminds of the end of a lease. */
export const mailReminder = (
  tx: PoolClient,
  parts: Parts,
  lease: StoredLease,
  day: string,
  who: Who,
): Promise<void> =>
  mailBoth(
    tx,
    parts,
    lease,
    {
      subject: `The lease of ${nameOf(lease)} ends ${inDays(day, lease.ends_on)}, on ${formatDay(lease.ends_on)}`,
      lines: [`The lease of ${called(lease)} ends.`, '', ...termsInWords(lease)],
    },
    who,
  );

/** Reports how much of the spend limit is reached. */
export const mailSpend = (
  tx: PoolClient,
  parts: Parts,
  lease: StoredLease,
  { percent, spent }: { percent: number; spent: string },
  who: Who,
): Promise<void> => {
  const currency = lease.limit_currency ?? '';
  return mailBoth(
    tx,
    parts,
    lease,
    {
      subject: `${nameOf(lease)} has reached ${percent}% of its spend limit`,
      lines: [
        `${called(lease)} costs ${money(spent, currency)} since ${formatDay(lease.starts_on)}, of ${money(lease.limit_amount ?? '', currency)} that its lease allows.`,
        percent >= 100
          ? 'The lease has ended by that, and the account is frozen.'
          : 'Once all of it is reached, the lease ends and the account is frozen.',
        '',
        'Months that are booked count as they are booked, all others by the exports of the cloud, which are not final.',
      ],
    },
    who,
  );
};

/** Reports to the desk that the account could not be frozen, or its closure not be requested, after its lease has ended. */
export async function mailProblem(
  tx: PoolClient,
  { outbox, config }: Parts,
  lease: StoredLease,
  { deed, problem }: { deed: 'freeze' | 'close'; problem: string },
  who: Who,
): Promise<void> {
  const not = deed === 'freeze' ? 'could not be frozen' : 'could not be closed';
  await putWithPage(tx, { outbox }, `${config.publicUrl}/auth/view/${cloudParents.name}/${lease.id}`, who, {
    to: config.ccoeEmail,
    subject: `${nameOf(lease)} ${not}, though its lease has ended`,
    lines: [
      `The lease of ${called(lease)} has ended, and the account ${not}: ${problem}`,
      '',
      'It is tried again every ten minutes. What is in the way can be looked at here:',
    ],
  });
}
