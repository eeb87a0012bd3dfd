import { addDays } from './days.ts';
import { idsBy, type Filling } from './read-example.ts';

const DESK = 'jonas.lindqvist@example.com';

interface ExampleLease {
  account: string;
  /** Days from today. */
  began: number;
  ends: number;
  limit?: { amount: string; currency: string };
  /** The last reminder that its owner got, in days before the end. */
  reminded?: number;
  reason: string;
}

const LEASES: readonly ExampleLease[] = [
  {
    account: 'game-studio-sandbox',
    began: -23,
    ends: 62,
    limit: { amount: '40000.00', currency: 'USD' },
    reason: 'A prototype for the spring release.',
  },
  { account: 'azure-trials-sandboxes', began: -80, ends: 5, reminded: 7, reason: 'Trials of this quarter.' },
];

/** Sandboxes that are lent: one for weeks and with a spend limit, one that ends within a week. */
export async function addLeases({ tx, today }: Filling): Promise<void> {
  const idOf = await idsBy(tx, 'cloud_parents', 'name');
  for (const { account, began, ends, limit, reminded = null, reason } of LEASES) {
    const id = idOf(account);
    const [from, until] = [addDays(today, began), addDays(today, ends)];
    const setAt = `${from}T09:11:00Z`;
    await tx.query(
      `INSERT INTO account_leases (cloud_parent_id, starts_on, ends_on, agreed_end, limit_amount, limit_currency, close_after_days,
         extension_days, most_days, set_by, set_at, told_days)
       VALUES ($1, $2, $3, $3, $4, $5, 30, 30, 90, $6, $7, $8)`,
      [id, from, until, limit?.amount ?? null, limit?.currency ?? null, DESK, setAt, reminded],
    );
    await tx.query(
      `INSERT INTO account_lease_events (cloud_parent_id, at, by, what, reason) VALUES ($1, $2, $3, 'Lease set', $4)`,
      [id, setAt, DESK, reason],
    );
  }
}
