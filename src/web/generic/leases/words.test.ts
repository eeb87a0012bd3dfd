import { expect, test } from 'vitest';
import type { AccountLease } from '#calls/account-leases.ts';
import { endInWords, spendInWords } from './words.ts';

const lease: AccountLease = {
  account: { id: 1, identifier: '1', name: 'one', provider_type: 'AwsCloudParent', owner: null },
  state: 'running',
  starts_on: '2026-03-01',
  ends_on: '2026-03-29',
  agreed_end: '2026-03-29',
  ended: null,
  limit: { amount: '500.00', currency: 'EUR' },
  spent: { amount: '312.40', percent: '62.4', others: [{ currency: 'USD', amount: '1.00' }] },
  close_after_days: 30,
  extension_days: 30,
  most_days: 90,
  latest_day: '2026-04-28',
  no_extension: null,
  may_release: false,
  coming: [],
  problem: null,
  freeze: null,
  closure: null,
  set_by: 'desk@example.com',
  set_at: '2026-03-01T00:00:00.000Z',
  lock_version: 1,
};

test('a lease says when it ends and in how many days, or since when it is over and why', () => {
  expect(endInWords(lease, '2026-03-28')).toBe('Lease ends on 29-Mar-2026 (in 1 day)');
  expect(endInWords(lease, '2026-03-29')).toBe('Lease ends on 29-Mar-2026 (today)');
  const over: AccountLease = { ...lease, state: 'frozen', ended: { on: '2026-03-30', for: 'end' } };
  expect(endInWords(over, '2026-03-31')).toBe('Lease ended on 29-Mar-2026 (2 days ago)');
  expect(endInWords({ ...over, ended: { on: '2026-03-12', for: 'spend' } }, '2026-03-31')).toBe(
    'Lease ended on 12-Mar-2026, as its spend limit of 500.00 EUR was reached',
  );
});

test('what is spent stands beside the limit, and other currencies are not counted', () => {
  expect(spendInWords(lease)).toBe(
    '312.40 EUR of 500.00 EUR spent since 01-Mar-2026, 62.4%. Not counted: 1.00 USD',
  );
  expect(spendInWords({ ...lease, limit: null, spent: null })).toBeNull();
});
