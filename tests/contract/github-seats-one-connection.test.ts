import { expect, it } from 'vitest';
import { ONE_CONNECTION } from '#tests/support/database.ts';
import { appKey } from '#tests/support/github.ts';
import { withGitHubPortal } from '#tests/support/github-portal.ts';

const { privateKey, publicKey } = appKey();
const installations = [{ organization: 'games', copilot: 'write' as const }];
const desk = withGitHubPortal({ '1': { publicKey, installations } }, {}, ONE_CONNECTION);
const PATH = '/github_copilot_users';

it('a seat is added and removed with one connection, which is free for others while GitHub does not answer', async () => {
  await desk.clear();
  await desk.organization('games', '1', privateKey);
  /** A list that somebody else looks at meanwhile. */
  const meanwhile = async (operation: string) => {
    await expect.poll(() => desk.simulator.faults.calls(operation)).toBe(1);
    const { status } = await desk.api.get('/cost_centers');
    desk.simulator.faults.release();
    return `${operation}: ${status}`;
  };
  desk.simulator.faults.plan('AddUsers', 'held-before');
  const [added, whileAdded] = await Promise.all([
    desk.api.post(`${PATH}/add_seat`, { github_username: 'ada', github_organization: 'games' }),
    meanwhile('AddUsers'),
  ]);
  expect([added.status, added.body.error, whileAdded]).toEqual([201, undefined, 'AddUsers: 200']);
  desk.simulator.faults.plan('RemoveUsers', 'held-before');
  const [removed, whileRemoved] = await Promise.all([
    desk.api.post(`${PATH}/${added.body.data.id}/remove_seat`, {}),
    meanwhile('RemoveUsers'),
  ]);
  expect([removed.status, removed.body.error, whileRemoved]).toEqual([200, undefined, 'RemoveUsers: 200']);
});
