import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();
const desk = billingDesk(portal);
/** Written by Arrow, with the script beside them. */
const stored = (name: string) => readFile(new URL(`../fixtures/parquet/${name}.parquet`, import.meta.url));

const runs = new Map<string, Promise<Run>>();
/** The run of a stored file, which is uploaded once. */
const runOf = (provider: string, name: string) => {
  const known =
    runs.get(name) ??
    stored(name).then((file) => desk.replacing(provider, file, { name: `${name}.parquet` }));
  runs.set(name, known);
  return known;
};

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('o@example.com') };
  await costCenter('4711', center);
  await account('sub-parquet', '4711');
  await account('222222222222', '4711', 'AwsCloudParent');
  await account('project-parquet', '4711', 'GcpCloudParent');
});

describe('a bill in Parquet is read as the same bill in CSV is', () => {
  it.each<[string, string, string, string, string, string]>([
    ['focus-snappy', 'focus', 'focus', 'ba-9-2026-03', 'EUR', '90000000000010.12'],
    ['cur-gzip', 'aws', 'aws-cur-2', '111111111117-2026-03', 'USD', '14.80'],
    ['azure-plain', 'azure', 'azure-mca', 'G-parquet', 'EUR', '3.75'],
    ['azure-float', 'azure', 'azure-costs', 'azure-2026-03', 'EUR', '0.10'],
    ['google-nested', 'gcp', 'google-export', '01-P-2026-03', 'EUR', '10.00'],
  ])('%s', async (name, provider, format, reference, currency, amount) => {
    const run = await runOf(provider, name);
    expect(run).toMatchObject({ state: 'ready', format, exceptions: 0, error: null });
    expect(run.invoices).toMatchObject([{ reference, currency, invoice: amount }]);
    expect(run.totals).toMatchObject([{ lines: amount, allocated: amount }]);
  });

  it.each([
    ['decimals to the last digit, times and texts, packed by Snappy', 'focus', 'focus-snappy'],
    ['in pages of the second version, packed by Zstandard', 'focus', 'focus-zstd-v2'],
  ])('%s', async (_what, provider, name) => {
    const run = await runOf(provider, name);
    expect(await desk.lines(run.id)).toMatchObject([
      {
        line: 2,
        amount: '10.005',
        day: '2026-03-02',
        kind: 'usage',
        identifier: 'sub-parquet',
        description: 'Köln',
      },
      { line: 3, amount: '-0.0049999999', day: '2026-03-03', kind: 'credit' },
      { line: 4, amount: '90000000000000.1234567891', day: '2026-03-04', kind: 'usage' },
    ]);
    const { rows } = await portal.db.query(
      'SELECT account, meaning, value, lines FROM billing_tags WHERE run_id = $1 ORDER BY meaning',
      [run.id],
    );
    expect(rows).toEqual([
      { account: 'sub-parquet', meaning: 'cost_center', value: '4711', lines: 1 },
      { account: 'sub-parquet', meaning: 'owner', value: 'o@example.com', lines: 1 },
    ]);
  });

  it.each([
    ['floats and times in milliseconds, in several row groups, packed by gzip', 'cur-gzip'],
    ['times as old engines write them, packed by Brotli', 'cur-int96-brotli'],
  ])('%s', async (_what, name) => {
    const run = await runOf('aws', name);
    expect(
      (await desk.lines(run.id)).map(({ line, amount, kind, day }) => [line, amount, kind, day]),
    ).toEqual([
      [2, '0.10', 'usage', '2026-03-02'],
      [3, '0.20', 'usage', '2026-03-02'],
      [4, '0.0000001', 'usage', '2026-03-02'],
      [5, '12.50', 'usage', '2026-03-02'],
      [6, '2.00', 'tax', '2026-03-02'],
    ]);
  });

  it.each<[string, 'INT64' | 'STRING', unknown[], string | null]>([
    ['numbers, which have no zeros before them', 'INT64', [222222222222n, 5404170566n], null],
    [
      'texts, whose zeros a spreadsheet took away',
      'STRING',
      ['222222222222', '5404170566'],
      'Row 3: line_item_usage_account_id',
    ],
  ])('accounts of AWS as %s', async (_what, type, accounts, refused) => {
    const file = parquetWriteBuffer({
      columnData: [
        { name: 'line_item_usage_account_id', type, data: accounts },
        { name: 'line_item_usage_start_date', type: 'STRING', data: ['2026-03-02', '2026-03-03'] },
        { name: 'line_item_unblended_cost', type: 'DOUBLE', data: [1.5, 2.5] },
      ],
    });
    const run = await desk.replacing('aws', Buffer.from(file), { reference: `typed-${type}` });
    expect(run.error?.slice(0, refused?.length) ?? null).toBe(refused);
    const read = refused === null ? (await desk.lines(run.id)).map(({ identifier }) => identifier) : [];
    expect(read).toEqual(refused === null ? ['222222222222', '005404170566'] : []);
  });

  it('with maps in a row group of many pages, which are read one by one', async () => {
    const rows = Array.from({ length: 45_000 }, (_, n) => n);
    const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
    const file = parquetWriteBuffer({
      rowGroupSize: rows.length,
      pageSize: 20_000,
      schema: [
        { name: 'root', num_children: 4 },
        { name: 'line_item_usage_account_id', repetition_type: 'REQUIRED', ...text },
        { name: 'line_item_usage_start_date', repetition_type: 'REQUIRED', ...text },
        { name: 'line_item_unblended_cost', repetition_type: 'REQUIRED', type: 'DOUBLE' },
        { name: 'resource_tags', repetition_type: 'REQUIRED', converted_type: 'MAP', num_children: 1 },
        { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
        { name: 'key', repetition_type: 'REQUIRED', ...text },
        { name: 'value', repetition_type: 'REQUIRED', ...text },
      ],
      columnData: [
        { name: 'line_item_usage_account_id', data: rows.map((n) => `2222222222${10 + (n % 3)}`) },
        { name: 'line_item_usage_start_date', data: rows.map(() => '2026-03-02') },
        { name: 'line_item_unblended_cost', data: rows.map(() => 0.25) },
        // Of three accounts each has an owner of its own.
        { name: 'resource_tags', data: rows.map((n) => ({ owner: `${n % 3}@example.com`, n: String(n) })) },
      ],
    });
    const run = await desk.replacing('aws', Buffer.from(file), { reference: 'paged' });
    expect(run).toMatchObject({ error: null, lines: 45_000, totals: [{ lines: '11250.00' }] });
    const { rows: tags } = await portal.db.query(
      `SELECT account, array_agg(value) AS owners FROM billing_tags WHERE run_id = $1 AND meaning = 'owner' GROUP BY 1 ORDER BY 1`,
      [run.id],
    );
    expect(tags).toEqual(
      [0, 1, 2].map((n) => ({ account: `2222222222${10 + n}`, owners: [`${n}@example.com`] })),
    );
  });

  it('packed by gzip, or into a ZIP archive', async () => {
    const file = await stored('azure-plain');
    for (const packed of [gzipSync(file), await zipped({ 'export/part_0_0001.snappy.parquet': file })])
      expect(await desk.replacing('azure', packed)).toMatchObject({ state: 'ready', lines: 2, error: null });
  });

  it('of another provider, or without a column that is needed, with the reason', async () => {
    const other = await desk.replacing('aws', await stored('azure-plain'));
    expect(other.error).toMatch(/^This is a file of another provider: Azure, Microsoft Customer Agreement\./);
    const lacking = await desk.replacing('gcp', await stored('cur-gzip'));
    expect(lacking.error).toMatch(/^This is a file of another provider: AWS, Cost and Usage Report\./);
  });
});

describe('a Parquet file that is damaged or was made to be dear is refused, and nothing of it stays', () => {
  const DAMAGED = 'The Parquet file is damaged, or not all of it has arrived. Please export it anew.';
  const CUT = 'The file ends too early: it was cut off.';
  /** The file with other bytes in the place of some that are in it. */
  const patched = (file: Buffer, from: Buffer, to: Buffer) => {
    const at = file.indexOf(from);
    if (at < 0) throw new Error('The bytes are not in the file.');
    return Buffer.concat([file.subarray(0, at), to, file.subarray(at + from.length)]);
  };
  /** A file with this footer, and no pages. */
  const footed = (footer: Buffer, length = footer.length) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(length);
    return Buffer.concat([Buffer.from('PAR1'), footer, size, Buffer.from('PAR1')]);
  };
  const bytes = (...all: number[]) => Buffer.from(all);
  it.each<[string, (file: Buffer) => Buffer, string]>([
    ['cut off', (file) => file.subarray(0, -20), CUT],
    ['nothing but its sign', () => Buffer.from('PAR1'), DAMAGED],
    [
      'without a footer',
      () => Buffer.from('504152311504151015144c1502150000000000504152 31'.replaceAll(' ', ''), 'hex'),
      DAMAGED,
    ],
    ['with a footer longer than the file', () => footed(bytes(0), 4_000_000_000), DAMAGED],
    ['with a footer that ends early', (file) => footed(file.subarray(-400, -100)), DAMAGED],
    ['with a number without end', () => footed(Buffer.alloc(2_000_000, 0xff)), DAMAGED],
    [
      'with a list of two billion',
      () => footed(bytes(0x15, 0x02, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0)),
      DAMAGED,
    ],
    ['with structs within structs', () => footed(Buffer.alloc(1_000_000, 0x1c)), DAMAGED],
    [
      'whose schema says it has more columns than it has, or itself within itself',
      (file) => patched(file, bytes(0x15, 0x16, 0x00, 0x15), bytes(0x15, 0x7e, 0x00, 0x15)),
      DAMAGED,
    ],
    [
      'with pages of nothing but noise',
      (file) => Buffer.concat([file.subarray(0, 4), Buffer.alloc(500, 0xa5), file.subarray(504)]),
      DAMAGED,
    ],
  ])('%s', async (_what, hostile, sentence) => {
    const run = await desk.replacing('azure', hostile(await stored('azure-plain')));
    expect(run).toMatchObject({ state: 'failed', lines: 0, invoices: [] });
    expect(run.error).toBe(sentence);
  });

  it('of values as differences of texts, which a few bytes make endless', async () => {
    expect((await desk.replacing('azure', await stored('azure-delta'))).error).toBe(
      'The Parquet file is encoded in a way that is not read. Please export it as Parquet version 1, or as CSV.',
    );
  });

  it.each([
    ['of four million rows in some kilobytes', 'bomb-rows'],
    ['of a text of a hundred million letters in some kilobytes', 'bomb-text'],
  ])('%s', async (_what, name) => {
    const file = await stored(name);
    expect(file.length).toBeLessThan(120_000);
    const run = await desk.replacing('azure', file);
    expect(run).toMatchObject({
      state: 'failed',
      lines: 0,
      error: 'The file is packed more tightly than any bill is.',
    });
  });
});
