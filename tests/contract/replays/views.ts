import { it } from 'vitest';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of saved views of lists. */
export function replayViews({ replay }: Pick<Replayed, 'replay'>): void {
  const { expectTold } = replay;

  it('views of lists answer as it is told', async () => {
    const columns = [{ name: 'name', width: 120 }];
    const shown = { filters: { name: 'x' }, q: '', sort: null, per_page: 25, columns };
    const body = { model: 'departments', name: 'Replayed', shown };
    const view = dataOf(await expectTold('post', '/api/list_views', 201, { body: { list_view: body } }));
    await expectTold('post', '/api/list_views', 409, { body });
    await expectTold('post', '/api/list_views', 422, { body: {} });
    await expectTold('get', '/api/list_views?by_model=departments', 200);
    await expectTold('get', '/api/list_views?by_model=none', 404);
    const path = `/api/list_views/${view.id}`;
    await expectTold('put', path, 200, { body: { shared: true, lock_version: 1 } });
    await expectTold('put', path, 409, { body: { name: 'Late', lock_version: 1 } });
    await expectTold('put', path, 422, { body: { name: '' } });
    await expectTold('put', `${path}/default`, 200, { body: { default: true } });
    await expectTold('put', `${path}/default`, 422, { body: {} });
    await expectTold('delete', path, 200);
    await expectTold('delete', path, 404);
    await expectTold('post', `${path}/restore`, 200);
    await expectTold('post', `${path}/restore`, 404);
  });
}
