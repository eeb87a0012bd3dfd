import type { PoolClient } from 'pg';
import type { AnomalyKind } from '#kernel/billing/anomalies.ts';
import { cloudName } from '#kernel/clouds.ts';
import { formatDay } from '#kernel/dates.ts';
import { grouped, money } from '#kernel/written.ts';
import { GREETING } from '#server/platform/mail/outbox.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { isMuted } from './muted.ts';

/** An anomaly that nobody was notified of yet. */
interface Unreported {
  id: number;
  kind: AnomalyKind;
  provider: string;
  account: string;
  name: string | null;
  service: string;
  first_day: string;
  cost: string;
  expected: string;
  currency: string;
  /** Whose account it is, where that is known and they have not left. */
  owner: string | null;
}

/** New ones that go on: what somebody looked at already, or muted, needs no mail. The largest come first. */
const UNREPORTED = `
SELECT a.id, a.kind, a.provider, a.account, nullif(p.name, '') AS name, a.service, a.first_day, a.currency,
  round(a.cost, a.decimals)::text AS cost, round(a.expected, a.decimals)::text AS expected,
  (SELECT o.email FROM cloud_contacts o LEFT JOIN cost_centers c ON c.cloud_contact_id = o.id
   WHERE NOT o.terminated AND (lower(btrim(o.email)) = lower(btrim(p.cloud_contact_email))
     OR (nullif(btrim(p.cloud_contact_email), '') IS NULL AND lower(btrim(c.identifier)) = lower(btrim(p.cost_center))))
   ORDER BY o.id LIMIT 1) AS owner
FROM anomalies a LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = a.account
WHERE a.told_at IS NULL AND a.ended_on IS NULL AND a.acknowledged_at IS NULL AND NOT ${isMuted('a')}
ORDER BY a.cost - a.expected DESC, a.id`;

/** So many are written out in a mail; the page has all of them. */
const MOST_WRITTEN = 25;

/**
 * Mails the new anomalies, once a day: all of them to the desk, and to each owner those of their accounts. What is found later on the
 * day is mailed on the next.
 * @returns how many were notified
 */
export async function mailDigest(
  tx: PoolClient,
  { outbox, config }: Pick<BillingParts, 'outbox' | 'config'>,
  { createdBy, requestId }: { createdBy: string; requestId: string },
): Promise<number> {
  const { rows } = await tx.query<Unreported>(UNREPORTED);
  if (rows.length === 0) return 0;
  const { rowCount } = await tx.query(
    'INSERT INTO anomaly_digests (day, anomalies) VALUES (today(), $1) ON CONFLICT DO NOTHING',
    [rows.length],
  );
  if (rowCount === 0) return 0;
  const mails = new Map([[config.ccoeEmail.toLowerCase(), rows]]);
  for (const [owner, theirs] of Map.groupBy(rows, (row) => row.owner?.toLowerCase() ?? ''))
    if (owner !== '' && !mails.has(owner)) mails.set(owner, theirs);
  for (const [to, reported] of mails) {
    const isDesk = reported === rows;
    await outbox.put(tx, {
      to,
      ...mailOf(reported, config.publicUrl, isDesk),
      files: [],
      createdBy,
      requestId,
    });
  }
  await tx.query('UPDATE anomalies SET told_at = now() WHERE id = ANY($1)', [rows.map(({ id }) => id)]);
  return rows.length;
}

/** Marks all anomalies as notified, without a mail. */
export async function markNotified(tx: PoolClient): Promise<number> {
  await tx.query('UPDATE anomalies SET told_at = now() WHERE told_at IS NULL');
  return 0;
}

/** The mail about anomalies, to the desk or to an owner. */
function mailOf(all: readonly Unreported[], publicUrl: string, isDesk: boolean) {
  const count = `${grouped(all.length)} unusual ${all.length === 1 ? 'cost' : 'costs'}`;
  const left = all.length - MOST_WRITTEN;
  const page = isDesk ? '/auth/running-costs?tab=anomalies' : '/auth/my-cloud';
  return {
    subject: `${count} in the running month`,
    text: [
      GREETING,
      '',
      isDesk
        ? 'these costs of the running month are beyond what is usual:'
        : 'these costs of your accounts are beyond what is usual:',
      '',
      ...all.slice(0, MOST_WRITTEN).flatMap((one) => [...linesOf(one, isDesk), '']),
      ...(left > 0 ? [`${grouped(left)} more are on the page.`, ''] : []),
      'They are read from the exports of the clouds, are not final, and are in no bill. Please look whether they are as they should be.',
      '',
      `The page: ${publicUrl}${page}`,
      '',
      'Skyledger',
      '',
    ].join('\n'),
  };
}

function linesOf(one: Unreported, isDesk: boolean): string[] {
  const { kind, provider, account, name, service, first_day: since, cost, expected, currency, owner } = one;
  const plain = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');
  const whose = name === null ? account : `${name} (${account})`;
  const usual =
    kind === 'new_service' ? 'a service that it did not have' : `about ${money(expected, currency)} is usual`;
  return [
    plain(`  ${cloudName(provider)}, ${whose}: ${service === '' ? 'no service' : service}`),
    `    ${money(cost, currency)} since ${formatDay(since)}, ${usual}`,
    ...(isDesk ? [`    Owner: ${owner === null ? 'nobody known' : plain(owner)}`] : []),
  ];
}
