/** A process that does one kind of work on the database of its first argument, as a portal would, until it is killed. */
import { Jobs } from '#server/platform/jobs/jobs.ts';
import { Queue } from '#server/platform/jobs/queue.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { createLog } from '#server/platform/log/log.ts';

const [, , connectionString = '', hangsAt = ''] = process.argv;
const db = openDatabase({ connectionString, poolSize: 4 });
const log = await createLog({ level: 'silent', pretty: false });
const queue = new Queue(db, log);

/** Orders an account once, then looks every second until it is there; `hangsAt` is the step that never ends here. */
new Jobs(db, queue, log).define({
  name: 'order_account',
  attempts: 3,
  steps: ['Order', 'Wait', 'Hand over'],
  run: async ({ reached, step, save, comeBack }) => {
    const hang = (name: string) => (name === hangsAt ? new Promise<never>(() => undefined) : undefined);
    if (reached['order'] === undefined) {
      await step('Order');
      await db.query(`INSERT INTO companies (code) VALUES ('ordered')`);
      await save({ order: 1 });
      return comeBack(1, { order: 1, looks: 0 });
    }
    await step('Wait');
    await hang('Wait');
    const looks = Number(reached['looks'] ?? 0) + 1;
    if (looks < 3) return comeBack(1, { order: 1, looks });
    await step('Hand over');
    await hang('Hand over');
    return async (tx) => {
      await tx.query(`INSERT INTO companies (code) VALUES ('handed over')`);
      return { looks };
    };
  },
});
await queue.ready();
process.send?.('ready');
