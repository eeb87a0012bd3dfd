import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { Row } from '#tests/support/api.ts';
import { withPlantedPortal } from '#tests/support/planted-models.ts';

/** Accounts of clouds, of which a list is also asked for by days and answers counts. */
const accounts = defineResource('accounts', {
  label: ['Account', 'Accounts'],
  title: 'name',
  fields: {
    name: text('Name'),
    provider: choice('Provider', ['aws', 'azure', 'gcp']),
    opened_at: date('Opened At'),
    terminated: boolean('Terminated', { default: false }),
  },
  columns: ['name', 'provider', 'opened_at', 'terminated'],
  csv: {
    file: 'account_',
    export: ['name', 'provider'],
    import: { columns: ['name', 'provider', 'opened_at', 'terminated'] },
  },
  messages: messagesFor('account'),
});

const counts: Behaviour = {
  resource: 'accounts',
  list: {
    parameters: [
      {
        name: 'startDate',
        summary: 'The first day.',
        field: date('startDate'),
        where: (row, value) => `${row}.opened_at >= ${value}::date`,
      },
      {
        name: 'endDate',
        summary: 'The last day.',
        field: date('endDate'),
        where: (row, value) => `${row}.opened_at <= ${value}::date`,
      },
      {
        name: 'key',
        summary: 'The start of the name.',
        field: text('key'),
        where: (row, value) => `starts_with(${row}.name, ${value}::text)`,
      },
    ],
    meta: [
      {
        name: 'accounts',
        answer: z.int().describe('Those that are not terminated.'),
        select: (rows) => `SELECT count(*) FROM ${rows} WHERE NOT terminated`,
      },
      {
        name: 'providers',
        answer: z.record(z.string(), z.int()),
        select: (rows) =>
          `SELECT coalesce(json_object_agg(provider, n ORDER BY provider), '{}')
          FROM (SELECT provider, count(*) AS n FROM ${rows} WHERE NOT terminated GROUP BY provider) g`,
      },
    ],
  },
};

const portal = withPlantedPortal([accounts], [counts]);
const list = (query: string) => portal.api.get<Row[]>(`/accounts${query}`);

beforeAll(async () => {
  const of = (name: string, provider: string, opened_at: string, terminated = false) =>
    portal.api.post('/accounts', { name, provider, opened_at, terminated });
  await of('Alpha', 'aws', '2026-01-31');
  await of('Beta', 'aws', '2026-02-01');
  await of(`O'Gamma; DROP`, 'gcp', '2026-02-28');
  await of('Delta', 'azure', '2026-02-28', true);
});

describe("a list's own parameters", () => {
  it('choose rows, together with the common ones', async () => {
    const { body } = await list('?startDate=2026-02-01&endDate=2026-02-28&by_terminated=false&sort=name&q=a');
    expect(body.data.map(({ name }) => name)).toEqual(['Beta', `O'Gamma; DROP`]);
    expect(body.meta.total).toBe(2);
  });

  it('take days as people write them, and nothing where they are empty or All', async () => {
    expect((await list('?startDate=28-Feb-2026')).body.meta.total).toBe(2);
    expect((await list('?startDate=&endDate=All')).body.meta.total).toBe(4);
  });

  it('are bound, so that a value is never SQL', async () => {
    const { status, body } = await list(`?key=${encodeURIComponent(`O'Gamma; DROP`)}`);
    expect([status, body.data.length]).toEqual([200, 1]);
    expect((await list(`?key=${encodeURIComponent(`' OR true --`)}`)).body.meta.total).toBe(0);
  });

  it('are refused by name where they make no sense or stand twice', async () => {
    const wrong = await list('?startDate=soon');
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      "startDate cannot be read. startDate 'soon' is not a date. Write it as 2026-03-29 or 29-Mar-2026.",
    ]);
    expect((await list('?startDate=2026-01-01&startDate=2026-01-02')).status).toBe(400);
    expect((await portal.api.get('/departments?startDate=2026-01-01')).status).toBe(400);
  });

  it('hold for the file as well', async () => {
    const { text: file } = await portal.api.get('/accounts.csv?key=Al');
    expect(file.trim().split('\r\n').slice(1)).toEqual(['Alpha,aws']);
  });
});

describe("a list's own members of meta", () => {
  it('count what the list is about, on all of its pages', async () => {
    const { body } = await list('?page=1&per_page=1');
    expect(body.data).toHaveLength(1);
    expect(body.meta).toMatchObject({ total: 4, accounts: 3, providers: { aws: 2, gcp: 1 } });
    const filtered = await list('?by_provider=azure');
    expect(filtered.body.meta).toMatchObject({ total: 1, accounts: 0, providers: {} });
  });

  it('come with a list that is too long for one statement', async () => {
    const data = Array.from({ length: 1100 }, (_, at) => ({
      name: `Bulk ${at}`,
      provider: 'gcp',
      opened_at: '2020-01-01',
    }));
    expect((await portal.api.post('/accounts/import_json', { data })).status).toBe(201);
    const { body } = await list('?endDate=2020-12-31');
    expect(body.data).toHaveLength(1100);
    expect(body.meta).toMatchObject({ total: 1100, accounts: 1100, providers: { gcp: 1100 } });
  });
});

describe('the published description', () => {
  it('tells parameters and members', async () => {
    const { text: told } = await portal.api.get('/openapi.json');
    const { paths } = JSON.parse(told) as { paths: Record<string, unknown> };
    const route = JSON.stringify(paths['/api/accounts']);
    expect(route).toContain('"name":"startDate"');
    expect(route).toContain('"providers":{"type":"object"');
    expect(JSON.stringify(paths['/api/accounts.csv'])).toContain('"name":"endDate"');
  });
});
