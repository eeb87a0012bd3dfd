import { beforeAll, expect, it } from 'vitest';
import type { ImportMeta } from '#calls/imports.ts';
import type { UndoDone, UndoPreview } from '#calls/undo.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, countOf, importJson } from '#tests/support/worksheets.ts';

const portal = withPortal();
beforeAll(() => addWorld(portal.api));

/** More than a selection may have, so that the lines of its history are read in several portions. */
const ROWS = 12_000;
const PATIENCE_MS = 540_000;

const numberOf = (at: number) => String(2_000_000_000 + at);
/** Ten lead to each other, every other ten of them from the last to the first. */
function replacementOf(at: number): string {
  const [last, next] = at % 20 < 10 ? [9, at + 1] : [0, at - 1];
  return at % 10 === last ? '' : numberOf(next);
}

const undone = async (changes: readonly number[] | null) => {
  const { status, body, text } = await portal.api.post<{ job: { id: string } }>('/activity/undo', {
    changes,
  });
  expect([status, text]).toEqual([202, text]);
  const { state, error, result } = await followJob(portal.api, body.data.job.id, PATIENCE_MS);
  return { state, error, result: result as UndoDone | null };
};

it(
  'an import of thousands, whose records name each other, is taken back whole but for what was changed since, and so is its undo',
  { timeout: 1_200_000 },
  async () => {
    const data = Array.from({ length: ROWS }, (_, at) => ({
      identifier: numberOf(at),
      companies_code: '1000',
      cloud_contact_email: 'zoe.martin@example.com',
      business_unit_name: 'Gaming',
      department_name: 'Finance',
      active_at: '2026-01-01',
      replacement_cost_center: replacementOf(at),
    }));
    const { status, body, text } = await importJson(portal.api, { data });
    expect([status, text.slice(0, 500)]).toEqual([201, text.slice(0, 500)]);
    expect(body.data.created).toBe(ROWS);
    const { changes } = body.meta as unknown as ImportMeta;
    expect(changes).toHaveLength(1);
    // The end of ten, which leads to no other.
    const { rows } = await portal.db.query<{ id: number }>(
      `UPDATE cost_centers SET lock_version = 2 WHERE identifier = $1 RETURNING id`,
      [numberOf(10)],
    );
    const preview = await portal.api.post<UndoPreview>('/activity/undo_preview', { changes });
    expect(preview.body.data).toMatchObject({ models: [{ deleted: ROWS - 1 }], left_total: 1 });
    const { state, error, result } = await undone(changes);
    expect([state, error]).toEqual(['done', null]);
    expect(result).toMatchObject({
      models: [{ model: 'cost_centers', deleted: ROWS - 1 }],
      left: [{ id: rows[0]?.id }],
      left_total: 1,
    });
    expect(await countOf(portal.api)).toBe(1);

    const [deletion] = (
      await portal.api.get<{ id: number; count: number; reversible: boolean }[]>(
        '/activity?by_model=cost_centers&by_action=delete',
      )
    ).body.data;
    expect(deletion).toMatchObject({ count: ROWS - 1, reversible: true });
    const again = await undone([deletion?.id ?? 0]);
    expect([again.state, again.error, again.result?.models[0]?.restored]).toEqual(['done', null, ROWS - 1]);
    expect(await countOf(portal.api)).toBe(ROWS);
  },
);
