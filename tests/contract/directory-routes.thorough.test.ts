import { expect, test } from 'vitest';
import type { Job } from '#kernel/work.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, ops=operator, finance=editor, audit=viewer',
});
interface State {
  read_at: string | null;
  sources: { name: string }[];
}

test('an operator has the directory read, once at a time, and everybody sees how old it is', async () => {
  const operator = await portal.signIn({ email: 'op@example.com', roles: ['operator'] });
  const viewer = await portal.signIn({ email: 'v@example.com', roles: ['viewer'] });
  const state = async () => (await viewer.get<State>('/ad/state')).body.data;
  expect(await state()).toMatchObject({ read_at: null, reading: null, simulated: true, place: 'Simulator' });
  expect((await viewer.post('/ad/sync', {})).status).toBe(403);
  const before = Date.now();
  const asked = await operator.post<{ job: Job }>('/ad/sync', {});
  expect(asked.status).toBe(202);
  const { job } = asked.body.data;
  // It is under way until its end, however quick.
  const again = await operator.post('/ad/sync', {});
  const done = await followJob(operator, job.id);
  expect(done).toMatchObject({ state: 'done' });
  expect(again).toMatchObject({ status: 409 });
  const after = await state();
  expect(Date.parse(after.read_at ?? '')).toBeGreaterThanOrEqual(before);
  expect(after.sources.map(({ name }) => name)).toContain('directory');
});

test('of those who ask for a reading at the same moment one gets it', async () => {
  const operator = await portal.signIn({ email: 'op@example.com', roles: ['operator'] });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => operator.post<{ job: Job }>('/ad/sync', {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409]);
  const got = answers.find(({ status }) => status === 202);
  await followJob(operator, got?.body.data.job.id ?? '');
});
