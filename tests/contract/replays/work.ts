import { it } from 'vitest';
import { isDemanded } from '#kernel/fields/field.ts';
import { reports } from '#resources/reports.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** Reports of which nothing need be said. */
const simpleReports = reports.filter(({ fields = {} }) => !Object.values(fields).some(isDemanded));

/** What is answered of reports, jobs and mails. */
export function replayWork({ portal, replay }: Replayed): void {
  const { expectTold } = replay;

  it('reports, jobs and mails answer as it is told', async () => {
    const asked = dataOf(
      await expectTold('post', '/api/cost_centers/send_report', 202, {
        body: { email: true },
        more: { 'idempotency-key': 'r' },
      }),
    );
    await expectTold('post', '/api/cost_centers/send_report', 422, { body: { send_to: 'nobody' } });
    const { id } = asked['job'] as { id: string };
    const ada = await portal.signIn({ email: 'ada@example.com' });
    const { result } = await followJob(ada, id);
    await expectTold('get', `/api/jobs/${id}`, 200);
    await expectTold('get', '/api/jobs/none', 404);
    await expectTold('get', '/api/jobs?per_page=1&by_state=done', 200);
    await expectTold('get', '/api/jobs?by_state=lost', 400);
    await expectTold('post', `/api/jobs/${id}/retry`, 409);
    await portal.db.query(`UPDATE jobs SET state = 'failed' WHERE id = $1`, [id]);
    await expectTold('post', `/api/jobs/${id}/retry`, 202, { more: { 'idempotency-key': 'again' } });
    await followJob(ada, id);
    const mail = `/api/outbox/${String(result?.['mail'])}`;
    await expectTold('get', '/api/outbox?page=1', 200);
    const read = dataOf(await expectTold('get', mail, 200));
    const [file] = read['attachments'] as { id: string }[];
    await expectTold('get', `${mail}/attachments/${file?.id}`, 200);
    await expectTold('get', `${mail}/attachments/none`, 404);
    await expectTold('get', '/api/outbox/999999', 404);
    await expectTold('post', `${mail}/send_again`, 409);
    // The stream itself has no end; its own tests read it.
    await expectTold('get', '/api/events', 406);
    await expectTold('get', '/api/reports', 200);
  });

  it.each(simpleReports.map((report) => [report.path, report] as const))(
    'the report at %s answers as it is told',
    async (_path, { path, wrapper, address }) => {
      await expectTold('post', `/api${path}`, 202, { body: { [wrapper]: {} } });
      await expectTold('post', `/api${path}`, 422, { body: { [address ?? 'nothing']: 'nobody' } });
      if (address === null) await expectTold('post', `/api${path}`, 200, { body: { dry_run: true } });
    },
  );
}
