import { expect, it } from 'vitest';
import { ONE_CONNECTION } from '#tests/support/database.ts';
import { appKey } from '#tests/support/github.ts';
import { withGitHubPortal } from '#tests/support/github-portal.ts';

const { privateKey, publicKey } = appKey();
const installations = [{ organization: 'games', copilot: 'write' as const }];
const desk = withGitHubPortal({ '1': { publicKey, installations } }, {}, ONE_CONNECTION);

it('a seat is added and removed with no more than the connection of its transaction', async () => {
  await desk.clear();
  await desk.organization('games', '1', privateKey);
  const added = await desk.api.post('/github_copilot_users/add_seat', {
    github_username: 'ada',
    github_organization: 'games',
  });
  expect([added.status, added.body.error]).toEqual([201, undefined]);
  const removed = await desk.api.post(`/github_copilot_users/${added.body.data.id}/remove_seat`, {});
  expect([removed.status, removed.body.error]).toEqual([200, undefined]);
});
