import { beforeAll } from 'vitest';
import { azureMca, type MadeLine } from './bill-files.ts';
import { billingDesk, estate, type Run } from './billing-desk.ts';
import type { Api } from '../api.ts';
import type { TestPortal } from '../portal.ts';

/** What each account is charged. */
type Amounts = Record<string, string>;

interface Place {
  cost_center: string | null;
  wbs_element: string | null;
  before: string;
  now: string;
  difference: string;
}

/** Three accounts, each with its cost center, and invoices of Azure about them that are booked and corrected. */
export function correctedInvoices(portal: TestPortal & { api: Api }) {
  const desk = billingDesk(portal);
  const make = estate(portal);
  beforeAll(async () => {
    const shared = {
      companies_id: await make.company('1000'),
      cloud_contact_id: await make.contact('owner@example.com'),
    };
    for (const [account, center] of [
      ['one', 'C-ONE'],
      ['two', 'C-TWO'],
      ['three', 'W/THREE'],
    ] as const) {
      await make.costCenter(center, shared);
      await make.account(account, center);
    }
  });
  const file = (invoice: string, amounts: Amounts, more: Record<string, string> = {}) =>
    azureMca(
      Object.entries(amounts).map(([account, amount]): MadeLine => ({ account, amount, invoice })),
      more,
    );
  return {
    desk,
    file,
    /** A final run of an invoice. */
    booked: async (invoice: string, amounts: Amounts): Promise<Run> => {
      const run = await desk.run('azure', file(invoice, amounts));
      return desk.finalized(run.id);
    },
    /** A difference run of the corrected invoice. */
    corrected: (invoice: string, amounts: Amounts, existing = 'difference') =>
      desk.run('azure', file(invoice, amounts), { existing }),
    correction: async (run: number, query = '') => {
      const { body } = await portal.api.get<Place[]>(`/billing_runs/${run}/correction${query}`);
      return {
        places: body.data.map((place) => [
          place.cost_center ?? place.wbs_element,
          place.before,
          place.now,
          place.difference,
        ]),
        meta: body.meta,
      };
    },
    charged: async (run: number) =>
      (await desk.postings(run)).map((one) => [one.cost_center ?? one.wbs_element, one.amount]),
  };
}
