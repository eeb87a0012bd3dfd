import { beforeAll, expect, it } from 'vitest';
import { estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const make = estate(portal);
const days = { start_date: '2026-01-01', end_date: '2026-12-31' };
let lastNetwork: number;

/** A cost center with an owner of its own. */
const centerOf = async (identifier: string, email: string) =>
  make.costCenter(identifier, {
    companies_id: await make.company(identifier),
    cloud_contact_id: await make.contact(email),
  });
const bill = async (identifier: string, amount: string, more: Record<string, unknown> = {}) => {
  const answer = await portal.api.post<{ id: number }>('/cloud_bills/', {
    identifier,
    amount,
    date: '2026-04-01',
    currency: 'EUR',
    provider: 'aws',
    ...more,
  });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
};
const billsOf = async (owner: string) => {
  const { body } = await portal.api.get<{ amount: string }[]>(`/cloud_bills?owner=${owner}&sort=id`);
  return body.data.map(({ amount }) => amount);
};
const recipients = async () => {
  const { body } = await portal.api.post<{ recipients: { to: string; what: string }[] }>(
    '/cloud_bills/send_all',
    { cloud_bill: { ...days, dry_run: true } },
  );
  return body.data.recipients.map(({ to, what }) => [to, what]);
};

beforeAll(async () => {
  const wbs = 'W/1';
  // The oldest ones: of nobody any more, and expired.
  await make.network('SW-0', { wbs });
  await make.network('SW-1', {
    wbs,
    cost_center_id: await centerOf('SC1', 'expired@example.com'),
    expired_at: '2025-12-31',
  });
  await make.network('SW-2', { wbs, cost_center_id: await centerOf('SC2', 'valid@example.com') });
  lastNetwork = await make.network('SW-3', {
    wbs,
    cost_center_id: await centerOf('SC3', 'named@example.com'),
  });
});

it('bills of a WBS element that several networks have are those of the owner of their own network, else of a valid one', async () => {
  await bill('W/1', '1.00');
  const named = await bill('w/1', '2.00', { cost_center_networks_id: lastNetwork });
  expect(await billsOf('expired@example.com')).toEqual([]);
  expect(await billsOf('valid@example.com')).toEqual(['1.00']);
  expect(await billsOf('named@example.com')).toEqual(['2.00']);
  expect(await recipients()).toEqual([
    ['named@example.com', '1 bill of 1 cost center, 2.00 EUR'],
    ['valid@example.com', '1 bill of 1 cost center, 1.00 EUR'],
  ]);
  const { status } = await portal.api.post('/cloud_bills/send_single', {
    cloud_bill: { identifier: 'W/1', email: 'valid@example.com', ...days },
  });
  expect(status).toBe(202);

  await portal.db.query('UPDATE cloud_bills SET cost_center_networks_id = NULL WHERE id = $1', [named]);
  expect(await recipients()).toEqual([['valid@example.com', '2 bills of 1 cost center, 3.00 EUR']]);
  await portal.db.query('DELETE FROM cloud_bills WHERE id = $1', [named]);
  expect(await recipients()).toEqual([['valid@example.com', '1 bill of 1 cost center, 1.00 EUR']]);
});
