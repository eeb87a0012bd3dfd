import type { PoolClient } from 'pg';
import { formatDay } from '#kernel/dates.ts';
import type { AccountDeed } from '#resources/account-life.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { GREETING } from '#server/platform/mail/outbox.ts';
import { pageOf } from '../batches/mails.ts';
import { put, putWithPage } from '../ledger/mails.ts';
import type { DeploymentRow } from '../ledger/rows.ts';
import type { FactoryParts } from '../parts.ts';

type Parts = Pick<FactoryParts, 'outbox' | 'config'>;

const DONE: Readonly<Record<AccountDeed, string>> = {
  freeze: 'is frozen',
  release: 'is released',
  close: 'is closed',
  reopen: 'is back in use',
  adopt: 'is adopted',
  move: 'is moved',
  tag: 'has its tags',
};

/** Who is mailed about the end: the owner, where somebody reads mail there, and the desk. The ledger mails the requester. */
export const ownerAndDesk = (owner: string | null, { config }: Pick<FactoryParts, 'config'>): string[] => [
  ...new Set([...(owner === null ? [] : [owner]), config.ccoeEmail.toLowerCase()]),
];

/** What a mail says of something that was done with an account. */
interface EndOfDeed {
  deed: AccountDeed;
  owner: string | null;
  /** How and until when it can be undone, in words. */
  wayBack: string;
  lastDay: string | null;
}

/** Mails owner and desk that it is done, why, and until when there is a way back. */
export async function mailEnd(
  tx: PoolClient,
  parts: Parts,
  row: DeploymentRow,
  { deed, owner, wayBack, lastDay }: EndOfDeed,
  who: Who,
): Promise<void> {
  const subject = `${row.name} (${row.identifier ?? ''}) ${DONE[deed]}`;
  const until = lastDay === null ? '' : ` The last day that is sure is ${formatDay(lastDay)}.`;
  const others = ownerAndDesk(owner, parts).filter((one) => one !== row.requested_by.trim().toLowerCase());
  for (const to of others)
    await put(tx, { outbox: parts.outbox, publicUrl: parts.config.publicUrl }, row, who, {
      to,
      subject,
      lines: [
        `${subject}. ${row.requested_by} requested it: ${String(row.request['reason'])}`,
        '',
        `${wayBack}${until}`,
        '',
        'What is done, step by step:',
      ],
    });
}

/** Asks the owner whether the account may be closed. */
export async function mailOwner(
  tx: PoolClient,
  { outbox, config }: Parts,
  row: DeploymentRow,
  owner: string,
  { actor, requestId }: Who,
): Promise<void> {
  const subject = `May ${row.name} be closed?`.replaceAll(/\p{Cc}+/gu, ' ');
  const text = [
    GREETING,
    '',
    `${row.requested_by} asks to close ${row.name} (${row.identifier ?? ''}), which is in your name: ${String(row.request['reason'])}`,
    '',
    'Nothing is closed until you and the desk have agreed. Say so, or decline, here:',
    `${config.publicUrl}/auth/my-cloud`,
    '',
    'Skyledger',
    '',
  ].join('\n');
  await outbox.put(tx, { to: owner, subject, text, files: [], createdBy: actor.email, requestId });
}

/** So many accounts are named in a mail; the page has all of them. */
const MOST_NAMED = 50;

/** Mails each owner once about the accounts of a batch that are theirs from then on. */
export async function mailOwners(
  tx: PoolClient,
  parts: Parts,
  batch: { id: number; requested_by: string; reason: string | null },
  rows: readonly Pick<DeploymentRow, 'name' | 'identifier' | 'owner'>[],
  who: Who,
): Promise<void> {
  const byOwner = Map.groupBy(rows, ({ owner }) => (owner ?? '').trim().toLowerCase());
  byOwner.delete('');
  for (const [to, theirs] of byOwner) {
    const count = theirs.length;
    const named = theirs
      .slice(0, MOST_NAMED)
      .map(({ name, identifier }) => `- ${name} (${identifier ?? ''})`);
    const more = count > MOST_NAMED ? [`- and ${count - MOST_NAMED} more`] : [];
    await putWithPage(tx, parts, pageOf(parts, batch), who, {
      to,
      subject: `${count} ${count === 1 ? 'account comes' : 'accounts come'} into your name`,
      lines: [
        `${batch.requested_by} has ${count === 1 ? 'this account' : 'these accounts'} adopted, and you are named as the owner: ${batch.reason ?? ''}`,
        '',
        ...named,
        ...more,
        '',
        'Their records and their tags say so from then on. How far each is:',
      ],
    });
  }
}
