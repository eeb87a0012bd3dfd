import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { withPortal } from '#tests/support/portal.ts';
import { unzip } from '#tests/support/workbook.ts';

const portal = withPortal();
beforeEach(() => portal.db.query('TRUNCATE cloud_bills'));

interface Said {
  bills_added: number;
  bills_known: number;
  valid?: boolean;
}
type Bill = Record<string, unknown> & { id: number };

const HEAD = ['Date', 'Provider', 'Identifier', 'Amount', 'Currency', 'Invoice Number', 'Line Item'];
const row = (identifier: string, amount: string, more: Partial<Record<string, string>> = {}) => [
  more['date'] ?? '2026-09-01',
  'aws',
  identifier,
  amount,
  more['currency'] ?? 'USD',
  'INV-7',
  more['item'] ?? 'Amazon EC2',
];
const csv = (...rows: string[][]) => Buffer.from(stringify([HEAD, ...rows]));
const workbook = (rows: unknown[][], head = HEAD) =>
  buffer(
    writeXlsx([
      {
        name: 'September',
        columns: head.map((header) => ({
          header,
          kind: header === 'Date' ? ('date' as const) : ('text' as const),
        })),
        rows: (async function* () {
          yield await Promise.resolve(rows);
        })(),
      },
    ]),
  );

const upload = async (file: Buffer | string, more: object = {}) => {
  const data =
    typeof file === 'string' ? file : `data:application/octet-stream;base64,${file.toString('base64')}`;
  const { status, body } = await portal.api.post<Said>('/cloud_bills/upload', {
    cloud_bill: { data, ...more },
  });
  return { status, data: body.data, error: body.error, errors: (body.errors ?? []) as ImportProblem[] };
};
const bills = async () => (await portal.api.get<Bill[]>('/cloud_bills?sort=identifier,amount,id')).body.data;

describe('a billing workbook', () => {
  it('adds its bills by the names of its columns, with amounts exact to the cent', async () => {
    const rows = [
      row('0001000123', '123456789012345.67'),
      row('1000/42', '-0.01', { currency: 'EUR' }),
      row('1000/43', '1,234.5'),
    ];
    const { status, data } = await upload(await workbook(rows));
    expect([status, data]).toEqual([201, expect.objectContaining({ bills_added: 3, bills_known: 0 })]);
    expect(await bills()).toMatchObject([
      { identifier: '0001000123', amount: '123456789012345.67', currency: 'USD', reference: 'INV-7' },
      { identifier: '1000/42', amount: '-0.01', currency: 'EUR', date: '2026-09-01' },
      { identifier: '1000/43', amount: '1234.50', line_item: 'Amazon EC2' },
    ]);
  });

  it('takes providers that are known however they are written, and others as they are written', async () => {
    const by = (provider: string) => row(provider.toLowerCase(), '1.00').with(1, provider);
    await upload(csv(by('AWS'), by('Azure'), by('gcp'), by('Hetzner Cloud')));
    expect((await bills()).map(({ provider }) => provider)).toEqual(['aws', 'azure', 'gcp', 'Hetzner Cloud']);
    const again = await upload(csv(by('Aws'), by('AZURE')));
    expect(again.data).toMatchObject({ bills_added: 0, bills_known: 2 });
    const values = { identifier: '9', amount: '1.00', date: '2026-09-01' };
    const made = await portal.api.post('/cloud_bills/', { ...values, provider: ' GCP ' });
    expect(made.body.data['provider']).toBe('gcp');
    const changed = await portal.api.put(`/cloud_bills/${made.body.data.id}`, { provider: 'aWs' });
    expect(changed.body.data['provider']).toBe('aws');
  });

  it('takes a number that a spreadsheet computed as the spreadsheet shows it', async () => {
    const plain = await workbook([row('1', 'N1'), row('2', 'N2')]);
    const zip = new yazl.ZipFile();
    for (const [name, text] of unzip(plain)) {
      const numbers = text
        .replace(/t="inlineStr"><is><t[^>]*>N1<\/t><\/is>/, '><v>0.30000000000000004</v>')
        .replace(/t="inlineStr"><is><t[^>]*>N2<\/t><\/is>/, '><v>1234.5599999999999</v>');
      zip.addBuffer(Buffer.from(numbers), name);
    }
    zip.end();
    expect((await upload(await buffer(zip.outputStream))).status).toBe(201);
    expect((await bills()).map(({ amount }) => amount)).toEqual(['0.30', '1234.56']);
  });

  it('may be the file of bills that the portal itself gave', async () => {
    await upload(csv(row('1000', '1.00'), row('1000/42', '2.00')));
    const { text } = await portal.api.get('/cloud_bills.csv');
    const known = await upload(Buffer.from(text));
    expect([known.status, known.data]).toMatchObject([201, { bills_added: 0, bills_known: 2 }]);
    await portal.db.query('TRUNCATE cloud_bills');
    const anew = await upload(Buffer.from(text));
    expect([anew.status, anew.data.bills_added]).toEqual([201, 2]);
    expect((await bills()).map(({ identifier }) => identifier)).toEqual(['1000', '1000/42']);
  });

  it('tells first what it would do, and does nothing, where that is asked for', async () => {
    const { status, data } = await upload(csv(row('1000', '1.00')), { dry_run: true });
    expect([status, data]).toMatchObject([200, { valid: true, bills_added: 1 }]);
    expect(await bills()).toEqual([]);
  });

  it('is taken as one: a row that cannot be read is named by row and column, and nothing is taken', async () => {
    const { status, errors } = await upload(
      csv(
        row('1000', '1.00'),
        row('1000', '12.345'),
        row('', '1.00'),
        row('1000', '1e30'),
        row('1000', '1.00', { date: 'soon' }),
      ),
    );
    expect(status).toBe(422);
    expect(errors.map((error) => [error.row, error.column])).toEqual([
      [3, 'Amount'],
      [4, 'Identifier'],
      [5, 'Amount'],
      [6, 'Date'],
    ]);
    expect(await bills()).toEqual([]);
  });

  it.each(['$', 'X', 'US1', 'DOLLAR', 'ÄÖÜ'])('is refused for the currency %s', async (currency) => {
    const { status, errors } = await upload(csv(row('1000', '1.00', { currency })));
    expect([status, errors]).toMatchObject([
      422,
      [{ row: 2, column: 'Currency', message: 'Currency must be a code of three letters, such as USD.' }],
    ]);
    expect(await bills()).toEqual([]);
  });

  it('names a column that it does not know, and one that is missing', async () => {
    const { status, errors } = await upload(Buffer.from('Date,Provider,Sum\n2026-09-01,aws,1\n'));
    expect(status).toBe(422);
    expect(errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['Sum']));
  });

  it('is refused where two columns of a row say different things of the same', async () => {
    const file = 'date,provider,cost_center,wbs_element,amount\n2026-09-01,aws,1000,1000/42,1.00\n';
    const { status, errors } = await upload(Buffer.from(file));
    expect([status, errors]).toMatchObject([
      422,
      [{ row: 2, message: 'Two columns of the row say different things of the Identifier.' }],
    ]);
  });
});

describe('a billing workbook that comes again', () => {
  it('doubles no bill, whether as the same file or as another kind of file', async () => {
    const rows = [row('1000', '1.00'), row('2000', '2.00')];
    await upload(csv(...rows));
    for (const file of [csv(...rows), await workbook(rows)]) {
      const { status, data } = await upload(file);
      expect([status, data]).toMatchObject([201, { bills_added: 0, bills_known: 2 }]);
    }
    expect(await bills()).toHaveLength(2);
  });

  it('doubles no bill where it writes its currency in another case, and stores the code in capitals', async () => {
    const { status } = await upload(csv(row('1000', '1.00', { currency: 'usd' })));
    expect([status, (await bills())[0]]).toMatchObject([201, { currency: 'USD' }]);
    for (const currency of ['USD', 'usd', ' Usd ']) {
      const rows = [row('1000', '1.00', { currency })];
      for (const file of [csv(...rows), await workbook(rows)])
        expect((await upload(file)).data).toMatchObject({ bills_added: 0, bills_known: 1 });
    }
    expect(await bills()).toHaveLength(1);
  });

  it('adds the rows that are new in it, and keeps two equal charges two', async () => {
    const twice = [row('1000', '1.00'), row('1000', '1.00')];
    expect((await upload(csv(...twice))).data.bills_added).toBe(2);
    const { data } = await upload(csv(...twice, row('1000', '1.00'), row('3000', '3.00')));
    expect(data).toMatchObject({ bills_added: 2, bills_known: 2 });
  });

  it('leaves alone a bill that somebody has corrected meanwhile', async () => {
    await upload(csv(row('1000', '1.00')));
    const [bill] = await bills();
    await portal.api.put(`/cloud_bills/${bill?.id}`, { amount: '1.50' });
    expect((await upload(csv(row('1000', '1.00')))).data).toMatchObject({ bills_added: 0, bills_known: 1 });
    expect((await bills()).map(({ amount }) => amount)).toEqual(['1.50']);
  });

  it('knows a bill that was entered by hand', async () => {
    await portal.api.post('/cloud_bills/', {
      date: '2026-09-01',
      provider: 'aws',
      identifier: '1000',
      amount: '1.00',
      reference: 'INV-7',
      line_item: 'Amazon EC2',
    });
    expect((await upload(csv(row('1000', '1.00')))).data).toMatchObject({ bills_added: 0, bills_known: 1 });
  });

  it('brings a bill back that was deleted', async () => {
    await upload(csv(row('1000', '1.00')));
    const [bill] = await bills();
    await portal.api.delete(`/cloud_bills/${bill?.id}`);
    expect((await upload(csv(row('1000', '1.00')))).data.bills_added).toBe(1);
  });

  it('doubles no bill where the same file comes four times at once', async () => {
    const file = csv(...Array.from({ length: 20 }, (_, at) => row(`${1000 + at}`, '1.00')));
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(file)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await bills()).toHaveLength(20);
  });
});

describe('a hostile billing workbook', () => {
  it('has its formulas kept as text, and the file of bills keeps spreadsheets from running them', async () => {
    expect((await upload(csv(row('1000', '1.00', { item: '=HYPERLINK("http://x")' })))).status).toBe(201);
    expect((await bills())[0]).toMatchObject({ line_item: '=HYPERLINK("http://x")' });
    expect((await portal.api.get('/cloud_bills.csv')).text).toContain(`'=HYPERLINK`);
  });

  const bomb = async () => {
    const zip = new yazl.ZipFile();
    for (const [name, text] of unzip(await workbook([row('1000', '1.00')])))
      zip.addBuffer(
        name.includes('sheet1')
          ? Buffer.concat([Buffer.from(text), Buffer.alloc(80_000_000, ' ')])
          : Buffer.from(text),
        name,
      );
    zip.end();
    return buffer(zip.outputStream);
  };
  /** A sheet of a million empty rows after its one bill. */
  const emptyRows = async () => {
    const zip = new yazl.ZipFile();
    const empty = Array.from({ length: 1_000_000 }, (_, at) => `<row r="${at + 3}"/>`).join('');
    for (const [name, text] of unzip(await workbook([row('1000', '1.00')])))
      zip.addBuffer(Buffer.from(text.replace('</sheetData>', () => `${empty}</sheetData>`)), name);
    zip.end();
    return buffer(zip.outputStream);
  };

  it.each<[string, () => Promise<Buffer | string>, number[]]>([
    ['a zip bomb', bomb, [413, 422]],
    ['an archive that is no workbook', async () => Buffer.from('PK\u0003\u0004 nothing of the kind'), [422]],
    ['a picture', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), [422]],
    ['half a workbook', async () => (await workbook([row('1', '1')])).subarray(0, 900), [422]],
    ['a file without rows', async () => csv(), [422]],
    ['no base64', async () => 'this is no file!', [400, 422]],
    ['nothing', async () => '', [422]],
    ['a header of the prototype', async () => Buffer.from('__proto__,date\n1,2026-09-01\n'), [422]],
  ])('is refused as %s, and nothing is taken', async (_what, file, statuses) => {
    const { status, error } = await upload(await file());
    expect(statuses).toContain(status);
    expect(error).not.toMatch(/node_modules|\bat \/|SELECT/);
    expect(await bills()).toEqual([]);
  });

  it('with a million empty rows is read or refused, and others are answered meanwhile', async () => {
    const file = await emptyRows();
    const uploading = upload(file);
    const other = await portal.api.get('/cloud_bills?page=1');
    expect(other.status).toBe(200);
    const { status, data } = await uploading;
    expect([201, 413, 422]).toContain(status);
    expect((await bills()).length).toBe(status === 201 ? data.bills_added : 0);
  }, 60_000);

  it.each([
    [{ cloud_bill: { data: 7 } }, 422],
    [{ cloud_bill: {} }, 422],
    [{ data: 'eA==', colour: 'red' }, 422],
    [[], 400],
  ])('is refused as %j', async (body, status) => {
    expect((await portal.api.post('/cloud_bills/upload', body)).status).toBe(status);
  });
});
