import { describe, expect, it } from 'vitest';
import { isDemanded } from '#kernel/fields/field.ts';
import type { Report } from '#kernel/report.ts';
import { reports } from '#resources/reports.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ REPORT_ALLOWED_DOMAINS: 'finance.example' });

/** As many of a kind as one person may ask for within a minute. */
const MOST = 10;

let people = 0;
/** Somebody for whom nothing counts that another test has asked for. */
const somebody = () =>
  portal.signIn({ email: `asker${(people += 1)}@finance.example`, name: 'Asker', roles: ['admin'] });

const asked = async () =>
  (await portal.db.query(`SELECT 1 FROM jobs WHERE created_by = 'asker${people}@finance.example'`)).rowCount;

/** What the report asks for beside the address, wrapped as its screen sends it. */
const bodyOf = ({ wrapper, fields = {} }: Report, more: Record<string, string> = {}) => {
  const filled = Object.entries(fields)
    .filter(([, field]) => isDemanded(field))
    .map(([name, { kind }]) => [name, kind === 'date' ? '2026-01-01' : 'ANY']);
  return { [wrapper]: { ...Object.fromEntries(filled), ...more } };
};

let clicks = 0;
/** One more click, so that none counts as a second one of another. */
const ask = (api: Api, report: Report): Promise<Answer> =>
  api.post(report.path, bodyOf(report), { 'idempotency-key': `click-${(clicks += 1)}` });

describe.each(reports.map((report) => [report.name, report] as const))('%s', (_name, report) => {
  const member = report.address ?? 'email';

  it.each([
    ['an address outside of the allowed domains', 'ada@example.com'],
    ['a domain that ends like an allowed one', 'ada@notfinance.example'],
    ['a domain that begins like an allowed one', 'ada@finance.example.example.com'],
    ['two addresses with a comma', 'ada@finance.example,eve@finance.example'],
    ['two addresses with a semicolon', 'ada@finance.example;eve@finance.example'],
    ['two addresses with a space', 'ada@finance.example eve@finance.example'],
    ['two addresses on two lines', 'ada@finance.example\r\nBcc: eve@finance.example'],
  ])('is refused for %s, and nothing is sent', async (_what, address) => {
    const { status, body } = await (
      await somebody()
    ).post(report.path, bodyOf(report, { [member]: address }));
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, [member]]);
    expect(await asked()).toBe(0);
  });

  it('is refused once one has asked for its limit, while every other kind is still taken', async () => {
    const api = await somebody();
    for (let at = 0; at < MOST; at++) expect((await ask(api, report)).status).toBe(202);
    const refused = await ask(api, report);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const other of reports.filter(({ name }) => name !== report.name))
      expect([other.name, (await ask(api, other)).status]).toEqual([other.name, 202]);
    expect((await ask(api, report)).status).toBe(429);
    expect(await asked()).toBe(MOST + reports.length - 1);
  });
});

it.each(reports.filter(({ address }) => address !== null).map((report) => [report.name, report] as const))(
  '%s goes to one address within the allowed domains, which the request may name',
  async (_name, report) => {
    const api = await somebody();
    const named = bodyOf(report, { [report.address ?? '']: 'Books@FINANCE.example' });
    expect((await api.post(report.path, named)).status).toBe(202);
  },
);
