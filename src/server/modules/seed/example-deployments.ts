import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { addDays } from './days.ts';
import { deployments, type ExampleDeployment } from './data/deployments.ts';
import type { Chapter } from './example-reference-data.ts';

/** Requests for accounts as the cloud factory would have made them, steps and times included. */
export async function addDeployments({ tx, services, who, today }: Chapter): Promise<void> {
  const records = deployments.map(({ daysAgo, values }) => ({
    values: { ...values },
    createdAt: new Date(`${addDays(today, -daysAgo)}T09:10:00Z`),
  }));
  const ids = await services.createMany(tx, cloudDeployments.name, records, who);
  for (const [at, deployment] of deployments.entries()) {
    const day = addDays(today, -deployment.daysAgo);
    await tx.query('UPDATE cloud_deployments SET steps = $2, finished_at = $3 WHERE id = $1', [
      ids[at],
      JSON.stringify(stepsOn(deployment, day)),
      momentOn(day, deployment.steps.length),
    ]);
  }
}

/** A step takes a minute. */
const momentOn = (day: string, minute: number) => `${day}T09:${String(10 + minute)}:00.000Z`;

function stepsOn({ steps, failedAt }: ExampleDeployment, day: string) {
  const last = failedAt === null ? steps.length : steps.findIndex(([name]) => name === failedAt);
  return steps.map(([name, label, ids = {}], at) => {
    const began = at <= last;
    return {
      name,
      label,
      state: at < last ? 'done' : at === last ? 'failed' : 'waiting',
      attempts: began ? 1 : 0,
      no_return: at === 0,
      input: null,
      ids,
      note: null,
      started_at: began ? momentOn(day, at) : null,
      finished_at: began ? momentOn(day, at + 1) : null,
    };
  });
}
