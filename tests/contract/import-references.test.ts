import { beforeAll, describe, expect, it } from 'vitest';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, costCenter, importJson, refusalOf } from '#tests/support/worksheets.ts';

const portal = withPortal();
const ids = new Map<string, number>();
beforeAll(async () => {
  await addWorld(portal.api);
  const twins: [string, string | null, string | null][] = [
    ['7000', null, null],
    ['7000', 'Austria', null],
    ['7000', 'Austria', 'Hardware'],
    ['7000', null, 'Other'],
    ['8000', 'Malta', 'Hardware'],
    ['a · b', 'c', null],
    ['a · b', 'd', null],
  ];
  for (const [code, country, type] of twins) {
    const { body } = await portal.api.post('/companies', { code, country, gl_type: type });
    ids.set([code, country, type].join('/'), body.data.id);
  }
});

const owner = { cloud_contact_email: 'amelia.hart@example.com' };
let made = 0;
const row = (cells: Record<string, string>) => ({ ...owner, identifier: `named-${(made += 1)}`, ...cells });

describe('a company in a worksheet', () => {
  it.each<[string, Record<string, string>, string]>([
    ['its whole name', { companies_code: '7000 · Austria · Hardware' }, '7000/Austria/Hardware'],
    [
      'its whole name in another case',
      { companies_code: '7000·AUSTRIA ·  hardware' },
      '7000/Austria/Hardware',
    ],
    ['a dash for what it lacks', { companies_code: '7000 · – · Other' }, '7000//Other'],
    ['nothing for what it lacks', { companies_code: '7000 · · Other' }, '7000//Other'],
    ['dashes for all that it lacks', { companies_code: '7000 · - · -' }, '7000//'],
    ['the beginning that no other has', { companies_code: '8000 · Malta' }, '8000/Malta/Hardware'],
    ['a code that no other has', { companies_code: '8000' }, '8000/Malta/Hardware'],
    ['a code with a dot in it', { companies_code: 'a · b · d' }, 'a · b/d/'],
    [
      'location and type beside it',
      { companies_code: '7000', company_location: 'austria', company_gl_type: 'HARDWARE' },
      '7000/Austria/Hardware',
    ],
    [
      'blank cells beside it',
      { companies_code: '7000', company_location: '', company_gl_type: '' },
      '7000//',
    ],
    ['one of them beside it', { companies_code: '7000', 'Company GL Type': 'other' }, '7000//Other'],
  ])('is found by %s', async (_what, cells, which) => {
    const data = [row(cells)];
    const { status, text } = await importJson(portal.api, { data });
    expect([status, text]).toEqual([201, text]);
    const { companies_id: found } = await costCenter(portal.api, data[0]?.identifier ?? '');
    expect(found).toBe(ids.get(which));
  });

  it('that is not clear is refused with what to write', async () => {
    const { errors } = await refusalOf(portal.api, { data: [row({ companies_code: '7000' })] });
    expect(errors).toEqual([
      {
        row: 2,
        column: 'companies_code',
        field: 'companies_id',
        message: "Company '7000' stands for 4 of the companies, so it is not clear which one is meant.",
        detail:
          "Write one of '7000 · – · –', '7000 · Austria · –', '7000 · Austria · Hardware', '7000 · – · Other'.",
      },
    ]);
  });

  it('of another location is refused with those that there are', async () => {
    const { errors } = await refusalOf(portal.api, {
      data: [
        row({ companies_code: '8000', company_location: 'Peru' }),
        row({ company_location: 'Peru' }),
        row({ companies_code: '8000 · Peru' }),
      ],
    });
    expect(errors.map(({ row: at, message, detail }) => [at, message, detail])).toEqual([
      [
        2,
        "Company '8000' with Location 'Peru' was not found among the companies.",
        "Write '8000 · Malta · Hardware'.",
      ],
      [3, "Company Location 'Peru' says nothing without the Company.", undefined],
      [4, "Company '8000 · Peru' was not found among the companies.", undefined],
    ]);
  });

  it('is written into the file with all that tells it apart', async () => {
    const data = [row({ companies_code: '7000 · Austria · Hardware' })];
    await importJson(portal.api, { data });
    const file = await portal.api.get(`/cost_centers.csv?q=${data[0]?.identifier}`);
    const [header, line] = file.text.split('\r\n');
    expect(header).toContain('companies_code,company_location,company_gl_type');
    expect(line).toContain('7000,Austria,Hardware');
  });
});
