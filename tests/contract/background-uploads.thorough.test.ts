import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let api: Api;
beforeAll(async () => {
  api = await portal.signIn({ email: 'ines@example.com' });
});

/** More rows than a request takes over while its person waits. */
const LARGE = 25_001;
const csv = (begin: string, rows: number) =>
  ['Network', ...Array.from({ length: rows }, (_, at) => `${begin}${at}`), ''].join('\n');
const send = (text: string, more: object = {}, headers = {}) =>
  api.post<{ job: FollowedJob }>(
    '/cost_center_networks/upload',
    { file: Buffer.from(text).toString('base64'), ...more },
    headers,
  );
const count = async (begin: string) =>
  (
    await portal.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM cost_center_networks WHERE starts_with(identifier, $1)',
      [begin],
    )
  ).rows[0]?.count;
const files = async () =>
  (await portal.db.query<{ name: string }>('SELECT name FROM files ORDER BY name')).rows.map(
    ({ name }) => name,
  );

describe('a file of more rows than anybody waits for', () => {
  it('is planned and taken over by jobs, whose results say the same as an answer would', async () => {
    const text = csv('BU-', LARGE);
    const planned = await send(text, { dry_run: true });
    expect(planned.status).toBe(202);
    const plan = await followJob(api, planned.body.data.job.id);
    expect(plan).toMatchObject({ state: 'done', result: { dry_run: true, valid: true, error_total: 0 } });
    expect(await count('BU-')).toBe(0);

    const { status, body } = await send(text);
    expect([status, body.data.job]).toMatchObject([
      202,
      { kind: 'upload', state: 'queued', title: 'Upload of Cost Center Networks', progress: null },
    ]);
    const job = await followJob(api, body.data.job.id);
    const { networks_added: added, models } = job.result as { networks_added: string[]; models: unknown };
    expect([job.state, added.length, added[0]]).toEqual(['done', LARGE, 'BU-0']);
    expect(models).toMatchObject([{}, { model: 'cost_center_networks', unchanged: 0 }, {}]);
    expect(await count('BU-')).toBe(LARGE);
    expect(await files()).toEqual([]);
  });

  it('is refused whole by its job, which names the wrong rows, and can be tried again', async () => {
    const bad = [
      'Network,Network Active At',
      ...Array.from({ length: LARGE }, (_, at) => `BW-${at},${at === 398 ? 'soon' : ''}`),
    ];
    const refused = await send(bad.join('\n'));
    const failed = await followJob(api, refused.body.data.job.id);
    expect(failed).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^Nothing was imported\. Row 400, Network Active At: /),
      result: { errors: [{ row: 400, column: 'Network Active At' }], error_total: 1 },
    });
    expect(await count('BW-')).toBe(0);
    const kept = ['refused-rows.csv', 'upload.xlsx'];
    expect(await files()).toEqual(kept);
    const { text } = await api.get(`/jobs/${failed.id}/file`);
    expect(text).toMatch(/^\ufeffRow,Column,Reason,As refused\r\n400,Network Active At,"?.*"?,soon\r\n$/);
    expect((await api.post(`/jobs/${failed.id}/retry`)).status).toBe(202);
    expect((await followJob(api, failed.id)).state).toBe('failed');
    expect(await files()).toEqual(kept);
  });

  it('is one job however often the request comes with its key, and refused without one while it is under way', async () => {
    const text = csv('BX-', LARGE);
    const [first, second] = await Promise.all(
      [1, 2].map(() => send(text, {}, { 'idempotency-key': 'large-once' })),
    );
    expect(first?.body.data.job.id).toBe(second?.body.data.job.id);
    await followJob(api, first?.body.data.job.id ?? '');
    const asked = await send(csv('BY-', LARGE));
    const again = await send(csv('BY-', LARGE));
    expect([asked.status, again.status]).toEqual([202, 409]);
    await followJob(api, asked.body.data.job.id);
    expect([await count('BX-'), await count('BY-')]).toEqual([LARGE, LARGE]);
  });

  it('is not carried along by the list of jobs, which stays short', async () => {
    const { text } = await api.get('/jobs?page=1&per_page=50');
    expect(text.length).toBeLessThan(100_000);
  });
});
