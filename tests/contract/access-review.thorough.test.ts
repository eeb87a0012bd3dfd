import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { assignments, clearDirectory, placeDirectory, sumUp } from '#tests/support/directory.ts';
import { withPortal } from '#tests/support/portal.ts';
import { readWorkbook } from '#tests/support/workbook.ts';

const portal = withPortal();

let session: Record<string, string>;

beforeAll(async () => {
  const ada = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace', roles: [] };
  session = { ...(await createSession(portal.db, ada, null)) };
});

beforeEach(async () => {
  await clearDirectory(portal.db);
  await portal.db.query(
    `INSERT INTO ad_sources (name, read_at) VALUES ('directory', '2026-03-29T08:00:00Z'),
       ('AWS', '2026-03-29T08:05:00Z'), ('GCP', '2026-03-29T08:10:00Z')`,
  );
});

type Cells = Record<string, string>;

/** The rows of each sheet, by the headers of their columns. */
async function review(query = ''): Promise<{ name: string; sheets: Map<string, Cells[]> }> {
  const answer = await fetch(`${portal.url}/api/ad/access_review.xlsx${query}`, { headers: session });
  expect(answer.status).toBe(200);
  const sheets = [...readWorkbook(Buffer.from(await answer.arrayBuffer()))].map(
    ([name, [head = [], ...rows]]) =>
      [
        name,
        rows.map((row) =>
          Object.fromEntries(head.map((cell, at) => [cell?.text ?? '', row[at]?.text ?? ''])),
        ),
      ] as const,
  );
  return { name: answer.headers.get('content-disposition') ?? '', sheets: new Map(sheets) };
}

const namesOf = (rows: Cells[] | undefined) => rows?.map(({ Name }) => Name);

describe('the review of dormant groups', () => {
  it('has each with its owners, members, what it lies in, why, and room for a decision', async () => {
    await placeDirectory(portal.db, [
      { name: 'APP_AWS_OLD', cloud: 'aws', members: ['Bob Jones'], owners: ['Olga Kern', 'Ada Smith'] },
      { name: 'APP_AWS_SHELF', cloud: 'aws', nested: ['APP_AWS_OLD'] },
      { name: 'APP_AWS_USED', cloud: 'aws', members: ['Bob Jones'] },
    ]);
    await assignments(portal.db, [['APP_AWS_USED', 'Admin', '200000000001']]);
    await sumUp(portal.db);
    await portal.db.query(`UPDATE ad_people SET gone = true, enabled = false WHERE name = 'Olga Kern'`);
    await portal.db.query(
      `INSERT INTO ad_membership_changes (noticed_at, group_name, ad_group_id, change)
       SELECT at::timestamptz, name, id, change FROM ad_groups, (VALUES ('2026-01-02T00:00:00Z', 'left'),
         ('2025-11-02T00:00:00Z', 'joined'), ('2026-02-02T00:00:00Z', 'renamed')) c (at, change)
       WHERE name = 'APP_AWS_OLD'`,
    );
    const { rows } = await portal.db.query<{ id: number }>(
      `SELECT id FROM ad_groups WHERE name = 'APP_AWS_OLD'`,
    );
    const { sheets } = await review();
    expect(namesOf(sheets.get('Dormant Groups'))).toEqual(['APP_AWS_OLD', 'APP_AWS_SHELF']);
    expect(sheets.get('Dormant Groups')?.[0]).toMatchObject({
      Cloud: 'AWS',
      Why: 'AWS gives it or a group that it lies in no permission set in any account, as of 29-Mar-2026.',
      Owners: 'Ada Smith; Olga Kern (left)',
      'Owner Emails': 'ada.smith@example.com; olga.kern@example.com',
      Members: '1',
      'Lies In': 'APP_AWS_SHELF',
      'Permission Sets': '',
      // 2 January 2026 as spreadsheets count days.
      'Last Joined or Left': '46024',
      Decision: '',
      Reviewer: '',
      Remarks: '',
      Record: expect.stringMatching(new RegExp(`^http.*/auth/view/ad_groups/${rows[0]?.id}$`)),
    });
  });

  it('has groups that hold something and nobody in them beside, with what they hold', async () => {
    await placeDirectory(portal.db, [
      { name: 'APP_AWS_EMPTY', cloud: 'aws', nested: ['Inner'] },
      { name: 'Inner' },
      { name: 'APP_AWS_USED', cloud: 'aws', members: ['Bob Jones'] },
    ]);
    await assignments(portal.db, [
      ['APP_AWS_EMPTY', 'Admin', '200000000001'],
      ['APP_AWS_EMPTY', 'Reader', '200000000002'],
      ['APP_AWS_USED', 'Admin', '200000000001'],
    ]);
    await sumUp(portal.db);
    const { sheets } = await review();
    expect(sheets.get('Dormant Groups')).toEqual([]);
    // Inner has what the group around it has.
    expect(namesOf(sheets.get('Groups Without Members'))).toEqual(['APP_AWS_EMPTY', 'Inner']);
    expect(sheets.get('Groups Without Members')?.[0]).toMatchObject({
      'Permission Sets': 'Admin; Reader',
      'Cloud Parents': '200000000001; 200000000002',
      Why: 'It has permission sets, but nobody is in it.',
    });
  });

  it('says that nobody knows where the cloud of a group was not read', async () => {
    await placeDirectory(portal.db, [{ name: 'APP_AZURE_A', cloud: 'azure' }, { name: 'Others' }]);
    const { sheets } = await review();
    expect(sheets.get('Dormant Groups')?.map(({ Why }) => Why)).toEqual([
      'Not known: Azure was not read yet, so it is not known whether it has a permission set. Nobody is in it either.',
      'Its name leads to no cloud; what Azure may give it is not known, as that was not read. Nobody is in it either.',
    ]);
    const about = new Map(sheets.get('About')?.map(({ Item, Value }) => [Item, Value]));
    expect(about.get('Azure Read At')).toBe('Not read yet');
    expect(about.get('AWS Read At')).toBe('2026-03-29T08:05:00.000Z');
    expect(about.get('Made By')).toBe('ada.lovelace@example.com');
  });

  it('has the groups of one cloud where one is asked for, and says so in its name', async () => {
    await placeDirectory(portal.db, [
      { name: 'APP_AWS_A', cloud: 'aws' },
      { name: 'APP_GCP_A', cloud: 'gcp' },
    ]);
    const { name, sheets } = await review('?cloud=gcp');
    expect(namesOf(sheets.get('Dormant Groups'))).toEqual(['APP_GCP_A']);
    expect(name).toContain('access_review_gcp_');
  });

  it('has thousands of them in order, each once, those of the same name as well', async () => {
    await portal.db.query(
      `INSERT INTO ad_groups (external_id, name, cloud, member_count, nested_group_count, owners, cloud_parents,
         permission_sets, dormant, pim, dynamic, synced_elsewhere)
       SELECT 'g' || i, 'Group ' || lpad((i / 700)::text, 5, '0'), 'aws', 0, 0, '[]', '[]', '[]', true, false, false, false
       FROM generate_series(1, 2100) i`,
    );
    const records = (await review()).sheets.get('Dormant Groups')?.map(({ Record }) => Record) ?? [];
    const { rows } = await portal.db.query<{ id: number }>(
      'SELECT id FROM ad_groups ORDER BY lower(name), id',
    );
    expect(records.map((record) => Number(record?.split('/').at(-1)))).toEqual(rows.map(({ id }) => id));
  });

  it('is refused to whoever is not signed in, and for a cloud that nobody knows', async () => {
    expect((await fetch(`${portal.url}/api/ad/access_review.xlsx`)).status).toBe(401);
    expect((await portal.api.get('/ad/access_review.xlsx?cloud=oracle')).status).toBe(400);
  });
});
