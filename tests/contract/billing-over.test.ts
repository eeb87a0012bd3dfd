import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const runs = { superseded: 0, reversed: 0 };

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  await costCenter('OV1', {
    companies_id: await company('1000'),
    cloud_contact_id: await contact('over@example.com'),
  });
  await account('ov-1', 'OV1');
  const file = (invoice: string, amount: string) =>
    azureMca([
      { account: 'ov-1', amount, invoice },
      { account: null, amount: '0.5', kind: 'Tax', invoice },
    ]);
  runs.superseded = (await desk.run('azure', file('OV-1', '4'))).id;
  await desk.replacing('azure', file('OV-1', '5'));
  runs.reversed = (await desk.run('azure', file('OV-2', '4'))).id;
  await desk.finalized(runs.reversed);
  await desk.reversed(runs.reversed);
});

describe.each(['superseded', 'reversed'] as const)('a run that is %s still tells', (state) => {
  const get = async (part: string) => {
    const { status, body } = await portal.api.get<Row[]>(`/billing_runs/${runs[state]}${part}`);
    expect(status).toBe(200);
    return body.data;
  };

  it('what it was, with its postings, lines and exceptions, and what they were made of', async () => {
    expect(await get('')).toMatchObject({ state, totals: [{ lines: '4.50', postings: '4.50' }] });
    const postings = await get('/postings');
    expect(postings).toMatchObject([{ cost_center: 'OV1', amount: '4.50' }]);
    expect(await get(`/lines?by_posting=${postings[0]?.id}`)).toMatchObject([{ line: 2 }, { line: 3 }]);
    expect(await get(`/postings/${postings[0]?.id}`)).toMatchObject({ accounts: [{ identifier: 'ov-1' }] });
    expect(await get('/exceptions')).toEqual([]);
    expect(await get('/changes')).toMatchObject({ compared_with: null });
  });

  it('to who may see billing, and to nobody who is signed out', async () => {
    const viewer = await portal.signIn({ email: 'viewer@example.com', roles: ['viewer'] });
    for (const part of ['', '/postings', '/lines', '/exceptions', '/changes'])
      expect((await viewer.get(`/billing_runs/${runs[state]}${part}`)).status).toBe(200);
    const csv = await fetch(`${portal.url}/api/billing_runs/${runs[state]}/postings.csv`);
    expect(csv.status).toBe(401);
  });

  it('and is neither assigned nor finalized any more', async () => {
    const assigned = await portal.api.post(`/billing_runs/${runs[state]}/assign`, {
      identifier: 'ov-1',
      cost_center_id: 1,
    });
    const finalized = await desk.finalize(runs[state]);
    expect([assigned.status, assigned.body.error]).toEqual([
      409,
      `Run ${runs[state]} is ${state}, so nothing can be assigned in it.`,
    ]);
    expect([finalized.status, finalized.body.error]).toEqual([
      409,
      `Run ${runs[state]} is ${state}, so it cannot be finalized.`,
    ]);
  });
});
