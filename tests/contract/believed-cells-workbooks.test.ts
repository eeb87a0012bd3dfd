import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld } from '#tests/support/worksheets.ts';
import { cell, STYLE, writtenWorkbook, zippedAs, type WrittenCell } from '#tests/support/written-workbook.ts';

const portal = withPortal();
let api: Api;
beforeAll(async () => {
  api = await portal.signIn({ email: 'nora@example.com' });
  await addWorld(api);
  const center = { identifier: '1000410010', cloud_contact_email: 'amelia.hart@example.com' };
  expect((await api.post('/cost_centers/import_json', { data: [center] })).status).toBe(201);
});

interface Uploaded {
  networks_added: string[];
  errors: ImportProblem[];
}
const HEADERS = ['Cost Center', 'Network', 'WBS', 'Network Active At'];
const DAY = cell.number('46023', STYLE.day);
const upload = (file: Buffer) =>
  api.post<Uploaded>('/cost_center_networks/upload', { file: file.toString('base64') });
const uploadRows = async (rows: readonly (readonly WrittenCell[])[], merged: readonly string[] = []) =>
  upload(await writtenWorkbook([{ rows: [HEADERS, ...rows], merged }]));
const network = async (identifier: string): Promise<Row | undefined> => {
  const { body } = await api.get<Row[]>(
    `/cost_center_networks?by_identifier=${encodeURIComponent(identifier)}`,
  );
  return body.data.find((row) => row['identifier'] === identifier);
};
/** What is wrong, as `row column: message`. */
const told = ({ body }: Awaited<ReturnType<typeof upload>>) =>
  (body.errors as ImportProblem[]).map(({ sheet, row, column, message }) =>
    [sheet ?? [], row, `${column}:`, message].flat().join(' '),
  );

describe('a cell of a workbook', () => {
  it('with an error is refused by row and column, all of them at once', async () => {
    const refused = await uploadRows([
      ['1000410010', cell.formula('VLOOKUP(1,A:A,1)', '#N/A', 'e'), null, DAY],
      [cell.error('#REF!'), 'N-X5', null, DAY],
      ['1000410010', 'N-X5b', '#NV', DAY],
      ['1000410010', 'N-X5c', null, cell.error('#VALUE!')],
    ]);
    expect(refused.status).toBe(422);
    const end = 'is what a spreadsheet shows where a formula failed. Correct it there, or enter the text.';
    expect(told(refused)).toEqual([
      `2 Network: Identifier '#N/A' ${end}`,
      `3 Cost Center: Identifier '#REF!' ${end}`,
      `4 WBS: WBS '#NV' ${end}`,
      `5 Network Active At: Active At '#VALUE!' ${end}`,
    ]);
    expect(await network('N-X5b')).toBeUndefined();
  });

  it('is named with its sheet where a workbook has several', async () => {
    const refused = await upload(
      await writtenWorkbook([
        { name: 'Berlin', rows: [['Network'], ['N-S1']] },
        { name: 'Vienna', rows: [['Network'], ['N-S2'], [cell.error('#NAME?')]] },
      ]),
    );
    expect(told(refused)).toEqual([
      "Vienna 3 Network: Identifier '#NAME?' is what a spreadsheet shows where a formula failed. Correct it there, or enter the text.",
    ]);
  });

  it('that shows zeros before its number has them, and a number without a format has none', async () => {
    const done = await uploadRows([
      [cell.number('1000410010', STYLE.tenDigits), cell.number('4711', STYLE.tenDigits), null, DAY],
      [cell.number('1.00041001E9'), cell.number('42', STYLE.dashed), null, DAY],
      [cell.number('1000410010.0'), cell.number('4.0001E6'), null, DAY],
    ]);
    expect([done.status, done.text]).toEqual([201, done.text]);
    expect(done.body.data.networks_added).toEqual(['0000004711', '000-042', '4000100']);
    expect(await network('0000004711')).toMatchObject({
      cost_center_identifier: '1000410010',
      active_at: '2026-01-01',
    });
  });

  it('with a number of more than 15 digits is refused, since the spreadsheet has lost some', async () => {
    const refused = await uploadRows([
      ['1000410010', 'N-X14', null, DAY],
      ['1000410010', cell.number('12345678901234567'), null, DAY],
      ['1000410010', 'N-X14b', cell.number('1.23456789012345E+19'), cell.number('1234567890123456')],
    ]);
    expect(refused.status).toBe(422);
    const messages = told(refused);
    expect(messages.map((message) => message.replace(/:.*/, ''))).toEqual([
      '3 Network',
      '4 WBS',
      '4 Network Active At',
    ]);
    for (const message of messages) expect(message).toContain('of more than 15 digits it keeps the first 15');
    expect(await network('N-X14')).toBeUndefined();
  });

  it('with 15 digits is taken as it is', async () => {
    expect((await uploadRows([['1000410010', cell.number('123456789012345'), null, DAY]])).status).toBe(201);
    expect(await network('123456789012345')).toBeDefined();
  });

  it('with a formula has the result that was saved with it, and is refused without one', async () => {
    const done = await uploadRows([['1000410010', cell.formula('"N-"&amp;"F1"', 'N-F1', 'str'), null, DAY]]);
    expect([done.status, done.body.data?.networks_added]).toEqual([201, ['N-F1']]);
    const refused = await uploadRows([
      ['1000410010', cell.formula('"N-"&amp;"F2"', null), null, DAY],
      ['1000410010', 'N-F3', null, cell.formula('TODAY()', '')],
    ]);
    const end =
      'is a formula of which the file has no result. Open it in a spreadsheet, save it, and send it again.';
    expect(told(refused)).toEqual([
      `2 Network: Identifier '="N-"&"F2"' ${end}`,
      `3 Network Active At: Active At '=TODAY()' ${end}`,
    ]);
  });

  it('that is merged down says the same of each of its rows', async () => {
    const done = await uploadRows(
      [
        [cell.number('1000410010', STYLE.tenDigits), 'N-M1', null, DAY],
        [null, 'N-M2', null, DAY],
        [null, 'N-M3', null, DAY],
      ],
      ['A2:A3'],
    );
    expect([done.status, done.body.data?.networks_added]).toEqual([201, ['N-M1', 'N-M2', 'N-M3']]);
    expect((await network('N-M2'))?.['cost_center_identifier']).toBe('1000410010');
    // The merged cells end before it.
    expect((await network('N-M3'))?.['cost_center_identifier'] ?? null).toBeNull();
  });

  it('that is merged across columns is refused with its place', async () => {
    const refused = await uploadRows([['1000410010', 'N-M4', null, DAY]], ['B2:C2']);
    expect(told(refused)).toEqual([
      "2 WBS: WBS is part of the merged cells B2:C2, which show 'N-M4'. Unmerge them, so that it is clear which column says it.",
    ]);
  });

  it('that is an amount of several rows belongs to none of them', async () => {
    const data = await writtenWorkbook([
      {
        rows: [
          ['Date', 'Provider', 'Identifier', 'Amount'],
          ['2026-09-01', 'aws', '1000410010', cell.number('12.5')],
          ['2026-09-02', 'aws', '1000410010', null],
        ],
        merged: ['D2:D3', 'B2:B3'],
      },
    ]);
    const refused = await api.post('/cloud_bills/upload', { data: data.toString('base64') });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({
        row: 3,
        column: 'Amount',
        message: "Amount '12.5' is of the merged cells D2:D3. Unmerge them, so that each row has its own.",
      }),
    ]);
  });
});

describe('a workbook', () => {
  it('is found by what its package refers to, wherever its parts lie', async () => {
    const rows = [HEADERS, ['1000410010', 'N-P1', null, DAY]];
    const done = await upload(await writtenWorkbook([{ rows }], { folder: 'office/book' }));
    expect([done.status, done.body.data?.networks_added]).toEqual([201, ['N-P1']]);
  });

  it('is read whose parts have backslashes in their names', async () => {
    const rows = [HEADERS, ['1000410010', 'N-P2', null, DAY]];
    const done = await upload(await writtenWorkbook([{ rows }], { separator: '\\' }));
    expect([done.status, done.body.data?.networks_added]).toEqual([201, ['N-P2']]);
  });

  it('may have a title above its header, and its rows keep their numbers', async () => {
    const head = [['Networks of 2026'], [], ['as of March'], HEADERS];
    const done = await upload(
      await writtenWorkbook([{ rows: [...head, ['1000410010', 'N-T1', null, DAY]], merged: ['A1:D1'] }]),
    );
    expect([done.status, done.body.data?.networks_added]).toEqual([201, ['N-T1']]);
    const refused = await upload(
      await writtenWorkbook([{ rows: [...head, ['1000410010', cell.error('#NUM!'), null, DAY]] }]),
    );
    expect(refused.body.errors).toEqual([expect.objectContaining({ row: 5, column: 'Network' })]);
  });

  it('of one column has its header in the first row', async () => {
    const done = await upload(await writtenWorkbook([{ rows: [['Network'], ['N-O1'], ['N-O2']] }]));
    expect([done.status, done.body.data?.networks_added]).toEqual([201, ['N-O1', 'N-O2']]);
  });

  it('of which a part is cut off is refused', async () => {
    const broken = await writtenWorkbook([{ rows: [HEADERS, ['1000410010', 'N-C1', null, DAY]] }]);
    const at = broken.indexOf('</row></sheetData>');
    broken.write('<!--0--><!--0--->', at);
    expect((await upload(broken)).status).toBe(422);
    expect(await network('N-C1')).toBeUndefined();
  });
});

describe('an archive', () => {
  it('is read whose names have backslashes', async () => {
    const csv = 'identifier,company_code,cloud_contact_email\n0001000410,1000,amelia.hart@example.com\n';
    const base_file = (await zippedAs({ 'export/sap.csv': csv }, '\\')).toString('base64');
    const { body, status } = await api.post<{ job: FollowedJob }>('/sap_cost_centers/upload', {
      email: 'finance@example.com',
      base_file,
    });
    expect(status).toBe(202);
    const job = await followJob(api, body.data.job.id);
    expect(job.result).toMatchObject({ models: [{ created: ['0001000410'] }] });
  });
});
