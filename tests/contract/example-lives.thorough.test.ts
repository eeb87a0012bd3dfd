import { expect, it } from 'vitest';
import type { BatchInFull } from '#calls/batches.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from '#tests/faults/portal-process.ts';
import { factoryDesk } from '#tests/support/factory/desk.ts';
import { adoptionOf, lifeOf } from '#tests/support/factory/life.ts';

it(
  'the example has a frozen account, a closed one and a batch, and the simulators know of them',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const db = databaseOf(dataDir);
    const api = apiOf(portal, await newToken(db));
    const idOf = async (name: string) =>
      (await db.query<{ id: number }>('SELECT id FROM cloud_parents WHERE name = $1', [name])).rows[0]?.id ??
      0;
    const [frozen, closed, adopted] = [
      await idOf('odds-feed-test'),
      await idOf('reporting-sandbox'),
      await idOf('draw-archive-production'),
    ];
    const life = lifeOf(api);
    const desk = factoryDesk(api);

    expect(await life.read(frozen)).toMatchObject({ state: 'frozen', offered: ['release', 'close'] });
    expect((await life.preview(frozen, 'release')).problems).toEqual([]);
    expect(await desk.over(await life.ask(frozen, 'release'))).toMatchObject({ state: 'done', error: null });
    expect(await life.read(frozen)).toMatchObject({ state: 'in_use' });

    expect(await life.read(closed)).toMatchObject({ state: 'closed', offered: ['reopen'] });
    expect(await desk.over(await life.ask(closed, 'reopen'))).toMatchObject({ state: 'done', error: null });
    expect(await life.read(closed)).toMatchObject({ state: 'in_use' });

    const batches = (await api.get<BatchInFull[]>('/request_batches')).body.data;
    expect(batches).toMatchObject([{ kind: 'account_adoption', requests: 3, counts: { done: 3 } }]);
    const { moments } = await life.read(adopted);
    expect(moments.map(({ what }) => what)).toContain('Adopted');
    expect((await adoptionOf(api).preview(adopted, {})).problems[0]).toMatch(
      /^'draw-archive-production' was requested or adopted already/,
    );
    expect(await portal.stop()).toBe(0);
  },
);
