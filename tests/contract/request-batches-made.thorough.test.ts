import { describe, expect, it } from 'vitest';
import type { BatchInFull } from '#calls/batches.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Mail } from '#kernel/work.ts';
import { factoryDesk } from '#tests/support/factory/desk.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';
import { sheetBody } from '#tests/support/factory/sheets.ts';

const reason = { reason: 'They are needed.' };

describe.each(testClouds)('a batch of $kind', (cloud) => {
  const portal = withFactory(cloud);

  const begin = async (...names: string[]) => {
    const rows = await Promise.all(names.map((name) => factoryDesk(portal.api).body(cloud, name)));
    const { status, text, body } = await portal.api.post<BatchInFull>(
      '/request_batches',
      sheetBody(cloud, rows),
    );
    expect(status, text).toBe(202);
    return body.data;
  };
  const decide = async (id: number, deed: 'approve' | 'decline', api = portal.other) =>
    api.post<BatchInFull>(`/request_batches/${id}/${deed}`, reason);
  const subjects = async (to: string) =>
    (await portal.api.get<Mail[]>('/outbox?page=1&per_page=100')).body.data
      .filter((mail) => mail.to === to)
      .map(({ subject }) => subject);

  it('is approved at once by somebody else, told of by one mail, and made', async () => {
    const { id, rows } = await begin('made-one', 'made-two', 'made-three');
    const own = await decide(id, 'approve', portal.api);
    expect([own.status, own.body.error]).toEqual([403, 'Somebody else than the requester has to decide.']);
    expect((await subjects('ccoe@example.com')).filter((one) => one.includes('your approval'))).toHaveLength(
      1,
    );
    expect((await decide(id, 'approve')).status).toBe(202);
    expect((await decide(id, 'approve')).status).toBe(409);
    for (const row of rows)
      expect(await portal.desk.over(row.id)).toMatchObject({ state: 'done', batch: id });
    expect(portal.simulator.made().filter((name) => name.startsWith('made-'))).toHaveLength(3);
    const { data } = (await portal.api.get<BatchInFull>(`/request_batches/${id}`)).body;
    expect(data).toMatchObject({
      decision: 'approved',
      decided_by: 'approver@example.com',
      counts: { done: 3 },
    });
    const [first] = rows;
    const history = await portal.api.get<HistoryEntry[]>(`/cloud_deployments/${first?.id}/history`);
    const decisions = history.body.data.flatMap(({ by, changes }) =>
      changes.flatMap(({ field, to }) =>
        field === 'decision_reason' && to !== null ? [[by.email, to]] : [],
      ),
    );
    expect(decisions).toEqual([['approver@example.com', 'They are needed.']]);
  });

  it('is cancelled where it is declined, and makes nothing', async () => {
    const { id } = await begin('not-one', 'not-two');
    const { body } = await decide(id, 'decline');
    expect(body.data).toMatchObject({ decision: 'declined', counts: { cancelled: 2 } });
    expect(portal.simulator.made().filter((name) => name.startsWith('not-'))).toEqual([]);
  });

  it('is approved whole or not at all: what no longer holds is named, and declined by itself', async () => {
    const { id, rows } = await begin('holds-one', 'holds-two');
    const [, second] = rows;
    await portal.db.query(
      `UPDATE cloud_deployments SET request = replace(request::text, 'CC-FACTORY', 'CC-NOBODY')::jsonb WHERE id = $1`,
      [second?.id],
    );
    const refused = await decide(id, 'approve');
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatch(/^holds-two: .*CC-NOBODY/);
    await portal.decline(second?.id ?? 0);
    expect((await decide(id, 'approve')).body.data).toMatchObject({ counts: { cancelled: 1 } });
    expect((await portal.desk.over(rows[0]?.id ?? 0)).state).toBe('done');
  });
});

describe('an empty worksheet', () => {
  const [aws] = testClouds;
  if (!aws) throw new Error('There is no cloud.');
  const portal = withFactory(aws);

  it('is a workbook or a CSV, whose headings are known again', async () => {
    const path = (format: string) => `/request_batches/worksheet?kind=aws_account&format=${format}`;
    const csv = await portal.api.get(path('csv'));
    expect(csv.text).toMatch(
      /^\uFEFF?Cost Center \*,Owner \*,.*,Account Email \*,Account Name \*,OU,Regions,/,
    );
    const workbook = await portal.api.get(path('xlsx'));
    expect(workbook.text.startsWith('PK')).toBe(true);
    const cells: Record<string, unknown> = { 'Account Email *': 'by@example.com', 'Owner *': 'not-an-owner' };
    const row = csv.text
      .trim()
      .split(',')
      .map((heading) => cells[heading] ?? '');
    const file = Buffer.from(`${csv.text.trim()}\r\n${row.join(',')}\r\n`).toString('base64');
    const { body } = await portal.api.post<{ rows: { errors: { column: string }[] }[] }>('/request_batches', {
      kind: 'aws_account',
      file_name: 'accounts.csv',
      file,
      dry_run: true,
    });
    const columns = body.data.rows.flatMap(({ errors }) => errors.map(({ column }) => column));
    expect(columns).toContain('Owner');
    expect(columns).not.toContain('Account Email');
  });
});
