import { stringify } from 'csv-stringify/sync';
import { writeXlsx } from 'hucre';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import { networkHeaders } from '#resources/network-workbook.ts';
import type { Api } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld } from '#tests/support/worksheets.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'viewers=viewer,editors=editor',
});
let api: Api;
beforeAll(async () => {
  api = await portal.signIn({ email: 'nora@example.com', roles: ['editor'] });
  await addWorld(api);
});

interface Uploaded {
  cost_centers_added: string[];
  networks_added: string[];
  projects_added: string[];
  networks_updated: string[];
  projects_updated: string[];
  valid: boolean;
  error_total: number;
  errors: ImportProblem[];
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const dataUrl = (content: Uint8Array | string, type = 'text/csv') =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;
type Cells = Readonly<Record<string, string | undefined>>;
const csvOf = (rows: readonly Cells[], headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]) =>
  stringify([headers, ...rows.map((row) => headers.map((header) => row[header] ?? ''))]);
const upload = (rows: readonly Cells[], more: object = {}) =>
  api.post<Uploaded>('/cost_center_networks/upload', { file: dataUrl(csvOf(rows)), ...more });
const lists = ({
  cost_centers_added,
  networks_added,
  projects_added,
  networks_updated,
  projects_updated,
}: Uploaded) => [cost_centers_added, networks_added, projects_added, networks_updated, projects_updated];
const OWNER = 'amelia.hart@example.com';
type Found = { id: number } & Record<string, unknown>;
const countOf = async (model: string, begin: string): Promise<number> =>
  (await api.get(`/${model}?by_identifier=${begin}`)).body.meta.total;
const one = async (model: string, identifier: string): Promise<Found> =>
  (await api.get<Found[]>(`/${model}?by_identifier=${encodeURIComponent(identifier)}`)).body.data[0] as Found;

describe('an upload of networks', () => {
  it('only says what it would do, whether dry_run stands beside the wrapped file or with it', async () => {
    const file = dataUrl(csvOf([{ Network: 'NB-N1' }]));
    for (const body of [
      { cost_center_network: { file }, dry_run: true },
      { dry_run: true, cost_center_network: { file } },
      { cost_center_network: { file, dry_run: true } },
    ]) {
      const planned = await api.post<Uploaded>('/cost_center_networks/upload', body);
      expect([planned.status, planned.body.data?.networks_added]).toEqual([200, ['NB-N1']]);
    }
    expect(await countOf('cost_center_networks', 'NB-')).toBe(0);
  });

  it('adds cost centers, networks and project ids of one worksheet, and names them in five lists', async () => {
    const rows = [
      {
        'Cost Center': 'NU-1',
        Company: '1000',
        'Cloud Contact Email': OWNER,
        Network: 'NU-N1',
        WBS: 'NU-1/01',
        'Project ID': 'NU-P1',
        'SAP Project Name': 'Harbour',
        'CMP Approved': 'TRUE',
      },
      { Network: 'NU-N1', 'Project ID': 'NU-P2', 'Project Active At': '2026-03-29', Active: 'TRUE' },
      { 'Cost Center': 'NU-1', Network: 'NU-N2', 'Replacement Network': 'NU-N1' },
    ];
    const planned = await upload(rows, { dry_run: true });
    expect([planned.status, planned.body.data.valid, lists(planned.body.data)]).toEqual([
      200,
      true,
      [['NU-1'], ['NU-N1', 'NU-N2'], ['NU-P1', 'NU-P2'], [], []],
    ]);
    expect(await countOf('cost_center_networks', 'NU-')).toBe(0);

    const done = await api.post<Uploaded>('/cost_center_networks/upload', {
      cost_center_network: { file: dataUrl(csvOf(rows)) },
    });
    expect([done.status, lists(done.body.data)]).toEqual([
      201,
      [['NU-1'], ['NU-N1', 'NU-N2'], ['NU-P1', 'NU-P2'], [], []],
    ]);
    expect(await one('cost_center_networks', 'NU-N2')).toMatchObject({
      cost_center_identifier: 'NU-1',
      replacement_network: 'NU-N1',
      cost_center_owner: OWNER,
      approved: false,
    });
    expect(await one('project_ids', 'NU-P2')).toMatchObject({
      cost_center_network_identifier: 'NU-N1',
      active_at: '2026-03-29',
      active: true,
      cmp_approved: false,
    });
  });

  it('updates by identifier, and leaves what blank cells say nothing of', async () => {
    await upload([
      {
        'Cost Center': 'NV-1',
        Company: '1000',
        'Cloud Contact Email': OWNER,
        Network: 'NV-N1',
        WBS: 'NV-1/01',
        'Network Expired At': '2030-01-01',
        'Project ID': 'NV-P1',
      },
    ]);
    const { status, body } = await upload([
      {
        'Cost Center': '',
        Network: 'nv-n1',
        WBS: '',
        'Network Expired At': '',
        'Project ID': 'NV-P1',
        'PPM Project Name': 'Quay',
      },
      {
        'Cost Center': '',
        Network: 'NV-N1',
        WBS: 'NV-1/02',
        'Network Expired At': '',
        'Project ID': 'NV-P2',
        'PPM Project Name': '',
      },
    ]);
    expect([status, lists(body.data)]).toEqual([201, [[], [], ['NV-P2'], ['NV-N1'], ['NV-P1']]]);
    expect(await one('cost_center_networks', 'NV-N1')).toMatchObject({
      cost_center_identifier: 'NV-1',
      wbs: 'NV-1/02',
      expired_at: '2030-01-01',
    });
  });

  it('takes a workbook, with digits and days as they are', async () => {
    const rows = [
      ['Network', 'Project ID', 'Project Active At'],
      ['00012345678901234567', '007', new Date('2026-10-25T00:00:00Z')],
    ];
    const content = await writeXlsx({ sheets: [{ name: 'Networks', rows }] });
    const { status, body } = await api.post<Uploaded>('/cost_center_networks/upload', {
      file: dataUrl(content, XLSX),
    });
    expect([status, lists(body.data)]).toEqual([201, [[], ['00012345678901234567'], ['007'], [], []]]);
    expect(await one('project_ids', '007')).toMatchObject({ active_at: '2026-10-25' });
  });

  it.each(['cost_center_networks', 'project_ids', 'cost_centers'])(
    'takes back the file that the list of %s was downloaded to, and changes nothing by it',
    async (model) => {
      await upload([
        {
          'Cost Center': 'NW-1',
          Company: '1000',
          'Cloud Contact Email': OWNER,
          Network: 'NW-N1',
          'Project ID': 'NW-P1',
        },
      ]);
      const file = (await api.get(`/${model}.csv?by_identifier=NW-`)).text;
      const { status, body } = await api.post<Uploaded>('/cost_center_networks/upload', {
        file: dataUrl(file),
      });
      expect([status, body.error, body.errors]).toEqual([201, undefined, undefined]);
      expect(lists(body.data)).toEqual([[], [], [], [], []]);
    },
  );

  it('says of a header that several records have which names there are', async () => {
    const { status, body } = await upload([{ identifier: 'x', 'Project ID': 'y' }]);
    expect([status, body.errors[0]?.message]).toEqual([
      422,
      "'identifier' may be of several records of a row: Cost Center, Network, Project ID. Name the columns as the template does.",
    ]);
  });

  it('knows every column of the template', async () => {
    const cells = Object.fromEntries(networkHeaders.map((header) => [header, '']));
    const { body } = await upload([{ ...cells, Network: 'NX-N1' }], { dry_run: true });
    expect([body.data.valid, body.data.errors]).toEqual([true, []]);
  });
});

describe('a workbook of networks with wrong rows', () => {
  const bad = async (rows: readonly Cells[]) => {
    const { status, body } = await upload(rows);
    const errors = body.errors as unknown as ImportProblem[];
    return {
      status,
      error: body.error,
      errors: errors.map(({ row, column, message }) => [row, column, message]),
    };
  };

  it('is refused whole, with the row and the column of each mistake', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      Network: `NB-${at}`,
      'Network Active At': at === 398 ? 'soon' : '2026-01-01',
      'Project ID': `NB-P${at}`,
    }));
    const { status, error, errors } = await bad(rows);
    expect([status, errors.map(([row, column]) => [row, column])]).toEqual([
      422,
      [[400, 'Network Active At']],
    ]);
    expect(error).toMatch(/^Nothing was imported\. Row 400, Network Active At: /);
    expect(await countOf('cost_center_networks', 'NB-')).toBe(0);
    expect(await countOf('project_ids', 'NB-')).toBe(0);
  });

  it('names networks that replace themselves through each other', async () => {
    const { status, errors } = await bad([
      { Network: 'NC-1', 'Replacement Network': 'NC-2' },
      { Network: 'NC-2', 'Replacement Network': 'NC-3' },
      { Network: 'NC-3', 'Replacement Network': 'NC-1' },
    ]);
    expect([status, errors.map(([row]) => row)]).toEqual([422, [2, 3, 4]]);
    expect(errors[0]?.[2]).toBe('New Network must not lead back to the Cost Center Network itself.');
  });

  it('names a new cost center without an owner, an unknown network, and what is set at creation only', async () => {
    await upload([{ Network: 'ND-N1', 'Project ID': 'ND-P1' }]);
    const { errors } = await bad([
      { 'Cost Center': 'ND-1', Network: '', 'Replacement Network': '', 'Project ID': '', 'CMP Approved': '' },
      { Network: 'ND-N1', 'Replacement Network': 'nobody knows', 'Project ID': '' },
      { Network: '', 'Project ID': 'ND-P1', 'CMP Approved': 'TRUE' },
    ]);
    expect(errors.map(([row, column]) => [row, column])).toEqual([
      [1, 'cloud_contact_email'],
      [3, 'Replacement Network'],
      [4, 'CMP Approved'],
    ]);
  });

  it('keeps formulas as text, and hands them out so that no spreadsheet runs them', async () => {
    expect((await upload([{ Network: 'NF-1', WBS: '=1+1' }])).status).toBe(201);
    expect(await one('cost_center_networks', 'NF-1')).toMatchObject({ wbs: '=1+1' });
    await upload([{ 'Project ID': 'NF-P1', 'SAP Project Name': '@SUM(A1)' }]);
    const { text } = await api.get('/project_ids.csv?by_identifier=NF-P1');
    expect(text).toContain("'@SUM(A1)");
  });

  it('needs the right to change reference data', async () => {
    const viewer = await portal.signIn({ email: 'vera@example.com', roles: ['viewer'] });
    const { status } = await viewer.post('/cost_center_networks/upload', {
      file: dataUrl('Network\nNR-1\n'),
    });
    expect(status).toBe(403);
    expect(await countOf('cost_center_networks', 'NR-')).toBe(0);
  });
});

describe('the list of networks as a file', () => {
  it('is called network and the time, has the named columns, and is for those who may change networks', async () => {
    await upload([{ Network: 'NL-1', 'Network Active At': '2026-03-29' }]);
    const { status, headers, text } = await api.get('/cost_center_networks.csv?by_identifier=NL-1');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(
      /filename="network\d{4}-\d\d-\d\dT\d\d[:_-]\d\d[:_-]\d\d\.\d{3}Z\.csv"/,
    );
    const [head, row] = text.replace('\ufeff', '').split('\r\n');
    expect(head).toBe('identifier,cost_center,active_at,expired_at,replacement_network,created_at,approved');
    expect(row).toMatch(/^NL-1,,2026-03-29,,,\d{4}-.*,False$/);
    const viewer = await portal.signIn({ email: 'vera@example.com', roles: ['viewer'] });
    expect((await viewer.get('/cost_center_networks.csv')).status).toBe(403);
    expect((await viewer.get('/cost_center_networks')).status).toBe(200);
    expect((await viewer.get('/project_ids.csv')).status).toBe(200);
  });
});
