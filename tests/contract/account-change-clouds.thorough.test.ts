import { describe, expect, it } from 'vitest';
import type { Fault } from '#simulators/faults/faults.ts';
import { OWNER } from '#tests/support/factory/clouds.ts';
import { changesOf, differencesOf } from '#tests/support/factory/change.ts';
import type { Deployment } from '#tests/support/factory/desk.ts';
import {
  adoptionOf,
  findAccount,
  keepAccount,
  livingAws,
  livingAzure,
  livingGcp,
} from '#tests/support/factory/life.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const FAULTS: readonly Fault[] = ['throttled', 'failing', 'garbage', 'lost', 'lost-garbage', 'expired'];
const MOST_RETRIES = 12;
const OTHER = 'other.owner@example.com';

const lastOf = (path: string) => path.split(' / ').at(-1);

describe.each([livingAws(), livingAzure(), livingGcp()])('accounts of $cloud', (cloud) => {
  const factory = withFactory(cloud, restless, {});
  let next = 0;

  /** Waits for its end, however often it has to be tried again. */
  async function over(deployment: number): Promise<Deployment> {
    for (let tries = 0; tries < MOST_RETRIES; tries += 1) {
      const { state } = await factory.desk.over(deployment);
      if (state !== 'failed') break;
      expect((await factory.desk.does(deployment, 'retry')).status).toBe(202);
    }
    const last = await factory.desk.over(deployment);
    expect(last).toMatchObject({ state: 'done', error: null });
    return last;
  }
  const keep = async () => {
    next += 1;
    return { id: await keepAccount(factory.db, cloud, next), identifier: cloud.account(next) };
  };
  const placeOf = async (id: number) => {
    const { rows } = await factory.db.query<{ place: string | null }>(
      'SELECT place FROM cloud_parents WHERE id = $1',
      [id],
    );
    return rows[0]?.place;
  };

  it.each(FAULTS)(
    'lie where they are moved to though each call is %s once',
    { timeout: 400_000 },
    async (fault) => {
      const { id, identifier } = await keep();
      const changes = changesOf(factory.api);
      const preview = await changes.preview(id, 'move', { place: cloud.target });
      expect(preview).toMatchObject({ from: cloud.home, to: cloud.target, problems: [] });
      factory.simulator.faults.plan(cloud.moves, fault);
      await over(await changes.ask(id, 'move', { place: cloud.target }));
      factory.simulator.faults.clear();
      expect(cloud.placeOf(identifier)).toBe(lastOf(cloud.target));
      expect(await placeOf(id)).toBe(cloud.target);
    },
  );

  it('that lie there already are not moved again', { timeout: 400_000 }, async () => {
    const { id, identifier } = await keep();
    const before = factory.simulator.faults.calls(cloud.moves);
    cloud.byHand.move(identifier, lastOf(cloud.target) ?? '');
    await over(await changesOf(factory.api).ask(id, 'move', { place: cloud.target }));
    expect(factory.simulator.faults.calls(cloud.moves)).toBe(before);
    expect(await placeOf(id)).toBe(cloud.target);
  });

  it.each(FAULTS)(
    'get the tags of their records though each call is %s once',
    { timeout: 400_000 },
    async (fault) => {
      next += 1;
      const identifier = cloud.account(next);
      const id = await findAccount(factory.db, cloud, next);
      await over(await adoptionOf(factory.api).ask(id));
      await factory.db.query('UPDATE cloud_parents SET cloud_contact_email = $2 WHERE id = $1', [id, OTHER]);
      const tags = { ...cloud.tagsOf(identifier) };
      factory.simulator.faults.plan(cloud.writesTags, fault);
      await over(await changesOf(factory.api).ask(id, 'tags'));
      factory.simulator.faults.clear();
      const written = cloud.tagsOf(identifier);
      expect(Object.keys(written).toSorted()).toEqual(Object.keys(tags).toSorted());
      expect(Object.entries(written).filter(([name, value]) => tags[name] !== value)).toHaveLength(1);
    },
  );

  it(
    'are read with their places and tags, which are differences where somebody changed them',
    { timeout: 400_000 },
    async () => {
      next += 1;
      const identifier = cloud.account(next);
      const id = await findAccount(factory.db, cloud, next);
      await over(await adoptionOf(factory.api).ask(id));
      const list = differencesOf(factory.api);
      expect(await list.read()).toMatchObject({ state: 'done', outcome: { problems: [] } });
      expect(await placeOf(id)).toBe(cloud.home);
      expect(await list.of(identifier)).toEqual([]);
      const [name = '', value = ''] =
        Object.entries(cloud.adopted).find(([one]) => one.toLowerCase() === 'owner') ?? [];
      cloud.byHand.tag(identifier, { [name]: value.replace('owner', 'former') });
      cloud.byHand.move(identifier, lastOf(cloud.target) ?? '');
      await list.read();
      const rows = await list.of(identifier);
      expect(rows).toMatchObject([
        { kind: 'owner', in_inventory: OWNER, at_provider: 'former@example.com', cloud_side: 'write' },
        { kind: 'place', in_inventory: cloud.home, at_provider: cloud.target, cloud_side: 'move' },
      ]);
      for (const row of rows) {
        const { body } = await list.written([row], { reason: 'It was right before.' });
        await over(body.data[0]?.deployment ?? 0);
      }
      expect(await list.of(identifier)).toEqual([]);
      await list.read();
      expect(await list.of(identifier)).toEqual([]);
      expect(cloud.tagsOf(identifier)).toMatchObject(cloud.adopted);
    },
  );
});
