import { beforeAll, expect } from 'vitest';
import type { Api, Row } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import type { TestPortal } from '#tests/support/portal.ts';
import { table } from './bill-files.ts';
import { billingDesk, estate, type Run } from './billing-desk.ts';

export interface PooledLine {
  account?: string | null;
  amount: string;
  service?: string;
  tags?: string;
  kind?: string;
}

/** An Azure file of one invoice whose lines differ in service and tags. */
export const pooledBill = (invoice: string, lines: readonly PooledLine[], currency = 'EUR') =>
  table(
    lines.map(({ account = 'p-a', amount, service = 'Storage', tags = '"env": "prod"', kind = 'Usage' }) => ({
      invoiceId: invoice,
      previousInvoiceId: '',
      billingAccountId: 'ba-1',
      billingProfileId: 'bp-1',
      billingPeriodStartDate: '03/01/2026',
      date: '03/02/2026',
      meterName: 'Hours',
      meterCategory: service,
      SubscriptionId: account ?? '',
      chargeType: kind,
      billingCurrency: currency,
      costInBillingCurrency: amount,
      pricingModel: 'OnDemand',
      tags,
    })),
  );

/** How most pools of tests are called. */
export const POOL = 'Shared network';
export const pool = (source: object, split: object, name = POOL) => ({ name, source, split });
export const ofNetwork = { by: 'account', account: 'p-net' };
export const ofMachines = { by: 'service', provider: 'azure', service: 'Virtual Machines' };

interface Explained {
  pools: Row[];
  accounts: Row[];
  split: Row;
}

/** A desk with accounts of P-A, P-B, P-C and P-NET, and what people do with pools. */
export function sharedCost(portal: Pick<TestPortal, 'db'> & { api: Api }) {
  const desk = billingDesk(portal);
  const make = estate(portal);
  const ids = new Map<string, number>();
  const id = (name: string) => ids.get(name) ?? 0;
  beforeAll(async () => {
    const center = {
      companies_id: await make.company('1000'),
      cloud_contact_id: await make.contact('pools@example.com'),
    };
    const add = async (name: string, more: object = {}) =>
      ids.set(name, await make.costCenter(name, { ...center, ...more }));
    for (const name of ['P-A', 'P-B', 'P-C', 'P-NET']) await add(name);
    await add('P-OLD', { expired_at: '2025-12-31', new_cost_center_id: id('P-B') });
    await add('P-GONE', { expired_at: '2025-12-31' });
    await add('P-LATER', { active_at: '2026-04-01' });
    for (const name of ['p-a', 'p-b', 'p-c', 'p-net']) await make.account(name, name.toUpperCase());
  });
  const sendRules = (pools: unknown, more: object = {}) =>
    portal.api.post<Row>('/billing_rules', { shared: { split: 'proportional' }, pools, ...more });
  return {
    desk,
    id,
    evenOver: (...names: string[]) => ({ by: 'even', cost_center_ids: names.map(id) }),
    sendRules,
    /** Adds a version of the rules. */
    addPools: async (...pools: object[]): Promise<void> => {
      const { status, text } = await sendRules(pools);
      expect([status, text]).toEqual([201, text]);
    },
    /** Has a run take the newest version, or another one. */
    allocate: async (run: number, version: number | null = null): Promise<Run> => {
      const { status, body } = await portal.api.post<{ job: { id: string } }>(
        `/billing_runs/${run}/allocate`,
        { rules_version: version },
      );
      expect(status).toBe(202);
      await followJob(portal.api, body.data.job.id);
      return desk.read(run);
    },
    charged: async (run: number) =>
      (await desk.postings(run)).map(({ cost_center: to, amount }) => [to, amount]),
    /** Of what the posting on a cost center was made. */
    explained: async (run: number, to: string): Promise<Explained> => {
      const posting = (await desk.postings(run)).find(({ cost_center: one }) => one === to);
      return (await portal.api.get<Explained>(`/billing_runs/${run}/postings/${posting?.id}`)).body.data;
    },
  };
}
