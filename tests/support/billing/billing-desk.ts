import { expect } from 'vitest';
import type { Answer, Api, Row } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import type { TestPortal } from '#tests/support/portal.ts';

export interface Totals {
  currency: string;
  invoice: string;
  confirmed: boolean;
  held_against: string;
  lines: string;
  allocated: string;
  unallocated: string;
  before: string;
  postings: string;
  bills: string;
  rounding: string;
  spread: string;
}

/** A billing run, as the API answers it. */
export interface Run {
  id: number;
  state: string;
  format: string | null;
  month: string;
  posting_day: string;
  lines: number;
  totals: Totals[];
  invoices: {
    n: number;
    reference: string;
    currency: string;
    invoice: string;
    confirmed: boolean;
    confirmed_by: string | null;
    held_against: string;
    checked: { by: string; name: string | null; at: string; note: string } | null;
    rounding: string;
    refund_of: string[];
  }[];
  parts: {
    name: string;
    state: 'read' | 'repeated' | 'missing';
    same_as: string | null;
    rows: number;
    lines: number;
    totals: { currency: string; amount: string }[];
  }[];
  existing_run: number | null;
  difference: boolean;
  corrects: number[];
  corrected_by: { id: number; state: string }[];
  additions: { id: number; kind: string; amount: string; reason: string }[];
  exceptions: number;
  repeated_lines: { currency: string; lines: number; amount: string }[];
  error: string | null;
  superseded_by: number | null;
  rules_version: number;
  steps: { name: string; state: string; by: string | null; detail?: string }[];
  files: { id: string; name: string; size: number }[];
  options: { name: string; state: string; note: string | null; by: string }[];
  differences: Difference[];
  differences_digest: string | null;
  finalized_unasked: boolean;
}

/** A posting that a reviewed workbook changes. */
export interface Difference {
  posting: number;
  was: Record<string, unknown>;
  now: Record<string, unknown>[];
  message: string;
}

/** A bill that a run booked. */
export interface BookedBill {
  id: number;
  date: string;
  provider: string;
  company_code: string;
  account: string;
  identifier: string;
  amount: string;
  currency: string;
  reference: string;
}

export interface Posting {
  id: number;
  reference: string;
  company_code: string;
  gl_account: string;
  cost_center: string | null;
  wbs_element: string | null;
  amount: string;
  currency: string;
  text: string;
}

export interface Exception {
  identifier: string | null;
  problem: string;
  /** Whether a cost center settles it. */
  assignable: boolean;
  message: string;
  amount: string;
  chain: { what: string; identifier: string; valid: boolean }[];
}

interface Begun {
  billing_run: Run;
  job: { id: string };
}

const MARCH = '2026-03';

/** Made bills are of March; for a run of another month the same bill is one of that month. */
export function ofMonth(file: string, month: string): string {
  const [year = '', number = ''] = month.split('-');
  if (month === MARCH || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) return file;
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate();
  const dayOf = (day: string) => String(Math.min(Number(day), last)).padStart(2, '0');
  return file
    .replaceAll(/\b2026-03-(\d\d)/g, (_all, day: string) => `${month}-${dayOf(day)}`)
    .replaceAll(/\b03\/(\d\d)\/2026\b/g, (_all, day: string) => `${number}/${dayOf(day)}/${year}`);
}

/** What finalizing a run asks for: a word on each of its invoices that no total is stated of. */
export const confirmations = ({ invoices }: Pick<Run, 'invoices'>): { n: number; note: string }[] =>
  invoices
    .filter(({ held_against }) => held_against === 'nothing')
    .map(({ n }) => ({ n, note: 'Compared with the PDF of the invoice.' }));

/** What is read of a run that never began, since its file was refused at once. */
const REFUSED = {
  id: 0,
  state: 'failed',
  format: null,
  lines: 0,
  totals: [],
  invoices: [],
  steps: [],
  files: [],
  parts: [],
};

/** What people do with billing runs, by the API of a portal. */
export function billingDesk(portal: Pick<TestPortal, 'db'> & { api: Api }) {
  const begin = (
    provider: string,
    file: string | Buffer,
    told: Record<string, string> = {},
  ): Promise<Answer<Begun>> => {
    const query = new URLSearchParams({ provider, month: '2026-03', name: 'bill.csv', ...told });
    const sent = typeof file === 'string' ? ofMonth(file, query.get('month') ?? '') : file;
    return portal.api.send<Begun>('POST', `/billing_runs?${query}`, sent as string, {
      'content-type': 'text/csv',
    });
  };
  const read = async (id: number) => (await portal.api.get<Run>(`/billing_runs/${id}`)).body.data;
  /** Asks for a run to be finalized, and confirms those of its invoices that have no stated total. */
  const finalize = async (id: number, options: Record<string, unknown> = { cloud_bills: true }) =>
    portal.api.post<Begun>(`/billing_runs/${id}/finalize`, {
      ...options,
      invoices: confirmations(await read(id)),
    });
  const desk = {
    begin,
    read,
    /** Uploads a file that takes the place of open runs with its invoices, as `run` does. */
    replacing: (provider: string, file: string | Buffer, told: Record<string, string> = {}): Promise<Run> =>
      desk.run(provider, file, { existing: 'replace', ...told }),
    /**
     * Uploads a file and waits until its run is not worked on any more. A file is refused at once where its first rows show that it
     * cannot be read, and else its run fails: both say the same, and both are a failed run here.
     */
    async run(provider: string, file: string | Buffer, told: Record<string, string> = {}): Promise<Run> {
      const { status, body, text } = await begin(provider, file, told);
      if (status === 422 || status === 413) return { ...REFUSED, error: body.error } as unknown as Run;
      if (status !== 202) throw new Error(`No run began: ${status} ${text}`);
      await followJob(portal.api, body.data.job.id);
      return read(body.data.billing_run.id);
    },
    /** Waits until the run's workbook is made and mailed, for who locks what that writes. */
    async settled(id: number): Promise<void> {
      const under = async () => {
        const { rowCount } = await portal.db.query(
          `SELECT 1 FROM jobs WHERE kind = 'billing_workbook' AND input @> jsonb_build_object('run', $1::integer)
             AND state IN ('queued', 'running')`,
          [id],
        );
        return rowCount;
      };
      await expect.poll(under).toBe(0);
    },
    async assign(id: number, identifier: string | null, costCenter: number): Promise<Run> {
      const { status, body, text } = await portal.api.post<Begun>(`/billing_runs/${id}/assign`, {
        identifier,
        cost_center_id: costCenter,
      });
      if (status !== 202) throw new Error(`Nothing was assigned: ${status} ${text}`);
      await followJob(portal.api, body.data.job.id);
      return read(id);
    },
    finalize,
    /** Finalizes a run and waits until it is not worked on any more. */
    async finalized(id: number, options: Record<string, unknown> = { cloud_bills: true }): Promise<Run> {
      const { status, body, text } = await finalize(id, options);
      if (status !== 202) throw new Error(`Nothing was finalized: ${status} ${text}`);
      await followJob(portal.api, body.data.job.id);
      return read(id);
    },
    async reversed(id: number): Promise<Run> {
      const { status, text } = await portal.api.post(`/billing_runs/${id}/reverse`);
      if (status !== 202) throw new Error(`Nothing was reversed: ${status} ${text}`);
      return read(id);
    },
    /** All bills of an invoice, the oldest first. */
    bills: async (reference: string) => {
      const query = `by_reference=${encodeURIComponent(reference)}&sort=id&per_page=1000&page=1`;
      return (await portal.api.get<BookedBill[]>(`/cloud_bills?${query}`)).body.data;
    },
    postings: async (id: number) =>
      (await portal.api.get<Posting[]>(`/billing_runs/${id}/postings`)).body.data,
    exceptions: async (id: number) =>
      (await portal.api.get<Exception[]>(`/billing_runs/${id}/exceptions`)).body.data,
    lines: async (id: number, query = '') =>
      (await portal.api.get<Row[]>(`/billing_runs/${id}/lines${query}`)).body.data,
  };
  return desk;
}

/** An estate of cost centers, networks, projects and accounts, stored without the forms. */
export function estate(portal: Pick<TestPortal, 'db'>) {
  const insert = async (table: string, values: Record<string, unknown>): Promise<number> => {
    const columns = Object.keys(values)
      .map((name) => `"${name}"`)
      .join(', ');
    const { rows } = await portal.db.query<{ id: number }>(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1) RETURNING id`,
      [JSON.stringify(values)],
    );
    return rows[0]?.id ?? 0;
  };
  return {
    insert,
    contact: (email: string) => insert('cloud_contacts', { email, terminated: false }),
    company: (code: string, more: Record<string, unknown> = {}) =>
      insert('companies', { code, aws_gl: '520084', gcp_gl: '520110', azure_gl: '520109', ...more }),
    costCenter: (identifier: string, more: Record<string, unknown>) =>
      insert('cost_centers', {
        identifier,
        // Free text, which nobody books by.
        company_code: 'free text',
        active_at: '2020-01-01',
        approved: true,
        ...more,
      }),
    network: (identifier: string, more: Record<string, unknown>) =>
      insert('cost_center_networks', { identifier, active_at: '2020-01-01', approved: true, ...more }),
    project: (identifier: string, more: Record<string, unknown>) =>
      insert('project_ids', {
        identifier,
        active_at: '2020-01-01',
        active: true,
        cmp_approved: true,
        ...more,
      }),
    account: (identifier: string, names: string | null, provider = 'AzureCloudParent') =>
      insert('cloud_parents', { identifier, cost_center: names, provider_type: provider, terminated: false }),
  };
}
