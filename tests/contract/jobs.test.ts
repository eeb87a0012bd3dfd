import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { refuseFiles } from '#tests/support/broken-files.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'all=viewer, ops=operator' });

type ShownJob = FollowedJob & { title: string; created_by: string; next_try: string | null };

/** Asks for a report as this person, and answers its job as it begins. */
async function ask(email: string): Promise<{ api: Api; id: string; job: () => Promise<ShownJob> }> {
  const api = await portal.signIn({ email, roles: ['viewer'] });
  const { body, status } = await api.post<{ job: { id: string } }>('/cost_centers/send_report', {});
  expect(status).toBe(202);
  const { id } = body.data.job;
  return { api, id, job: async () => (await api.get<ShownJob>(`/jobs/${id}`)).body.data };
}

describe('a job that fails', () => {
  it('is tried again later, has failed with a reason in the end, and is done when a person retries it', async () => {
    const takeFiles = await refuseFiles(portal.db);
    const { api, id, job } = await ask('retry@example.com');
    await expect.poll(async () => (await job()).next_try).not.toBeNull();
    expect(await job()).toEqual({
      id,
      kind: 'inventory_report',
      title: 'Inventory report for retry@example.com',
      state: 'queued',
      attempts: 1,
      progress: expect.anything(),
      steps: [
        expect.objectContaining({ name: 'Gather the rows', state: 'running', finished_at: null }),
        { name: 'Write the mails', state: 'waiting', started_at: null, finished_at: null },
      ],
      error: 'Something went wrong on our side; the log has the details.',
      result: null,
      outcome: null,
      created_by: 'retry@example.com',
      request_id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      started_at: expect.stringMatching(/Z$/),
      finished_at: null,
      next_try: expect.stringMatching(/Z$/),
      next_look: null,
      may_retry: false,
    });
    expect((await api.post(`/jobs/${id}/retry`, {})).status).toBe(409);

    // All but the last of its attempts, for whose pauses nobody needs to wait here.
    await portal.db.query('UPDATE jobs SET attempts = 4 WHERE id = $1', [id]);
    await endPauses(portal.db);
    const failed = await followJob(api, id);
    expect(failed).toMatchObject({ state: 'failed', attempts: 5 });
    expect(failed.error).toBe('Something went wrong on our side; the log has the details.');

    await takeFiles();
    const stranger = await portal.signIn({ email: 'stranger@example.com', roles: ['viewer'] });
    expect((await stranger.post(`/jobs/${id}/retry`, {})).status).toBe(404);
    const again = await api.post<{ job: ShownJob }>(`/jobs/${id}/retry`, {});
    expect(again.status).toBe(202);
    expect(again.body.data.job).toMatchObject({ id, state: 'queued', attempts: 0, error: null });
    const done = await followJob(api, id);
    expect(done).toMatchObject({ state: 'done', attempts: 1, error: null });
    const mail = await api.get<{ state: string }>(`/outbox/${String(done.result?.['mail'])}`);
    expect(mail.body.data.state).toBe('kept');
    expect((await api.post(`/jobs/${id}/retry`, {})).status).toBe(409);
  });
});

describe('the list of jobs', () => {
  let operator: Api;
  beforeAll(async () => {
    for (const name of ['ada', 'bea', 'cleo']) {
      const { api, id } = await ask(`${name}.lists@example.com`);
      await followJob(api, id);
    }
    operator = await portal.signIn({ email: 'ops@example.com', roles: ['operator'] });
  });
  const list = async (query: string) => (await operator.get<ShownJob[]>(`/jobs${query}`)).body;
  const askers = async (query: string) =>
    (await list(`?q=.lists@&${query}`)).data.map(({ created_by: by }) => by.split('.')[0]);

  it('is the newest first, and of a page where one is asked for', async () => {
    const whole = await list('');
    const states = { queued: 0, running: 0, done: whole.data.length, failed: 0 };
    const total = whole.data.length;
    expect(whole.meta).toEqual({ total, page: 1, per_page: 25, states });
    expect(await askers('')).toEqual(['cleo', 'bea', 'ada']);
    expect(await askers('page=2&per_page=2')).toEqual(['ada']);
    expect((await list('?per_page=2')).meta).toEqual({ total, page: 1, per_page: 2, states });
    expect((await list('?page=1')).meta).toEqual({ total, page: 1, per_page: 25, states });
    expect((await list('?by_state=failed')).meta).toEqual({ total: 0, page: 1, per_page: 25, states });
  });

  it('comes in the order of a field, either way', async () => {
    expect(await askers('sort=title')).toEqual(['ada', 'bea', 'cleo']);
    expect(await askers('sort=-created_by')).toEqual(['cleo', 'bea', 'ada']);
    expect(await askers('sort=finished_at&page=1&per_page=1')).toEqual(['ada']);
  });

  it('finds jobs by their title, and shows people their own', async () => {
    expect((await list('?q=REPORT%20FOR%20BEA')).meta.total).toBe(1);
    expect((await list('?q=nobody&by_state=done')).data).toEqual([]);
    const ada = await portal.signIn({ email: 'ada.lists@example.com', roles: ['viewer'] });
    expect((await ada.get('/jobs?q=report')).body.meta.total).toBe(1);
    expect((await ada.get('/jobs?q=bea')).body.meta.total).toBe(0);
  });

  it.each(['?sort=input', '?sort=--title', '?by_state=lost', '?page=0', '?per_page=1001', '?order=id'])(
    'refuses what it does not know: %s',
    async (query) => {
      expect((await operator.get(`/jobs${query}`)).status).toBe(400);
    },
  );
});
