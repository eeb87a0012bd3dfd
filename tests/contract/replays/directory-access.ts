import { it } from 'vitest';
import { assignments, placeDirectory } from '#tests/support/directory.ts';
import type { Replayed } from '#tests/support/replay.ts';

/** What is answered of who gets where. */
export function replayDirectoryAccess({ portal, replay: { expectTold } }: Replayed): void {
  it('groups, permission sets, and what people, groups, sets and accounts reach answer as it is told', async () => {
    const { db } = portal;
    await db.query(
      `INSERT INTO cloud_parents (provider_type, identifier, name, terminated, managed)
       VALUES ('AwsCloudParent', 'replayed-access', 'Replayed', false, true)`,
    );
    await placeDirectory(db, [
      { name: 'Replayed inner', members: ['Ada Replayed'], owners: ['Olga Replayed'] },
      { name: 'Replayed outer', nested: ['Replayed inner'] },
    ]);
    await assignments(
      db,
      [['Replayed outer', 'Replayed set', 'replayed-access']],
      [['Olga Replayed', 'Replayed set', 'elsewhere']],
    );
    const idOf = async (table: string, name: string) => {
      const { rows } = await db.query<{ id: number }>(`SELECT id FROM ${table} WHERE name = $1`, [name]);
      return rows[0]?.id ?? 0;
    };
    for (const query of ['', '?aws', '?azure=1&page=1&per_page=2'])
      await expectTold('get', `/api/ad/groups${query}`, 200);
    await expectTold('get', '/api/ad/groups?oracle', 400);
    await expectTold('get', '/api/ad/permission_sets', 200);
    for (const query of ['', '?cloud=aws'])
      await expectTold('get', `/api/ad/access_review.xlsx${query}`, 200);
    await expectTold('get', '/api/ad/access_review.xlsx?cloud=oracle', 400);
    const reached = [
      `/api/ad_people/${await idOf('ad_people', 'Olga Replayed')}/access`,
      `/api/cloud_parents/${await idOf('cloud_parents', 'Replayed')}/access`,
      `/api/cloud_parents/${await idOf('cloud_parents', 'Replayed')}/grants`,
      `/api/ad_groups/${await idOf('ad_groups', 'Replayed inner')}/access`,
      `/api/ad_groups/${await idOf('ad_groups', 'Replayed outer')}/members`,
      `/api/ad_permission_sets/${await idOf('ad_permission_sets', 'Replayed set')}/access`,
    ];
    for (const path of reached) {
      await expectTold('get', path, 200);
      await expectTold('get', `${path}?page=1&per_page=1&q=replayed`, 200);
      await expectTold('get', path.replace(/\d+/, '999999999'), 404);
    }
  });
}
