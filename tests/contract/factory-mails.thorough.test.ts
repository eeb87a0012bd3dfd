import { describe, expect, it } from 'vitest';
import type { Mail } from '#kernel/work.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { hasty, withFactory } from '#tests/support/factory/portal.ts';

const NAME = 'fails-at-first';
const KINDS = { aws: 'AWS Account', azure: 'Azure Subscription', gcp: 'GCP Project' };

describe.each(testClouds)('a request for $kind that fails', (cloud) => {
  const factory = withFactory(cloud);
  const what = `${KINDS[cloud.cloud]} ${NAME}`;
  const mailsOf = async (subject: string) => {
    const { data } = (await factory.api.get<Mail[]>('/outbox?page=1&per_page=100')).body;
    return data.filter((mail) => mail.subject === subject);
  };

  it(
    'is told to the requester by mail, with why and what to do, and so is its end after that was done',
    { timeout: 400_000 },
    async () => {
      const id = await factory.begin(NAME, () =>
        factory.simulator.faults.plan(cloud.creates, 'failing', hasty.tries),
      );
      const failed = await factory.desk.over(id);
      expect(failed.state).toBe('failed');
      const step = failed.steps.find(({ state }) => state === 'failed');
      const remedy = `It was tried ${hasty.tries} times. Retry goes on from '${step?.label}'.`;
      expect(failed.error).toMatch(/^[A-Z].*\. It was tried/s);
      expect(failed.error?.endsWith(remedy)).toBe(true);

      const [mail, ...others] = await mailsOf(`${what} could not be made`);
      expect(others).toEqual([]);
      expect(mail?.to).toBe('requester@example.com');
      const lines = mail?.text.split('\n') ?? [];
      expect(lines).toEqual([
        expect.stringMatching(/^Hello\b.*,$/),
        '',
        `The ${what} that you requested could not be made.`,
        '',
        failed.error,
        '',
        expect.stringMatching(new RegExp(`^http://[^/]+/auth/view/cloud_deployments/${id}$`)),
        '',
        'Skyledger',
        '',
      ]);

      expect((await factory.desk.does(id, 'retry')).status).toBe(202);
      expect((await factory.desk.over(id)).state).toBe('done');
      expect(await mailsOf(`${what} is ready`)).toHaveLength(1);
      expect(await mailsOf(`${what} could not be made`)).toHaveLength(1);
    },
  );
});
