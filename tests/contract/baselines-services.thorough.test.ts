import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestPreview } from '#calls/factory.ts';
import { startGcp, type GcpSimulator } from '#simulators/gcp/gcp.ts';
import { addBaseline } from '#tests/support/factory/baselines.ts';
import { testClouds, type TestCloud } from '#tests/support/factory/clouds.ts';
import type { Deployment } from '#tests/support/factory/desk.ts';
import { FAULTS } from '#tests/support/factory/faults-of.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const CALLS = ['BatchGetServices', 'BatchEnableServices', 'GetServicesOperation'];
const COMPUTE = 'compute.googleapis.com';
const STORAGE = 'storage.googleapis.com';
/** More than Google enables at once. */
const MANY = (
  'aiplatform artifactregistry bigquery cloudbuild cloudfunctions cloudkms cloudresourcemanager cloudscheduler cloudtasks ' +
  'compute container dataflow dns eventarc firestore iam iamcredentials logging monitoring pubsub redis run'
)
  .split(' ')
  .map((one) => `${one}.googleapis.com`);

const gcp = testClouds.find(({ cloud }) => cloud === 'gcp');
if (!gcp) throw new Error('There is no Google Cloud.');
let simulator: GcpSimulator;
const own: TestCloud = {
  ...gcp,
  start: async () => {
    simulator = await startGcp({ delaySeconds: 0 });
    const { faults, close, url } = simulator;
    return { faults, settings: { GCP_API: url }, made: () => [], close };
  },
};

describe('services of a project of Google', () => {
  const factory = withFactory(own, restless, {});
  beforeEach(() => simulator.failing.clear());

  const enablings = ({ identifier }: Deployment) =>
    [...simulator.enablings.values()].filter(({ projectId }) => projectId === identifier);
  const enabled = (deployment: Deployment) =>
    enablings(deployment).flatMap(({ services, error }) => (error ? [] : services));
  const asked = async (name: string, services: readonly string[], required = false) => {
    const more = await addBaseline(factory.db, own, { services, required });
    return factory.desk.over((await factory.desk.ask(own, name, more)).id);
  };
  const stepOf = ({ steps }: Deployment) => steps.find((one) => one.name === 'baseline_google_services');

  it.each(FAULTS)('are enabled where a call for it is %s', { timeout: 400_000 }, async (fault) => {
    for (const call of CALLS) simulator.faults.plan(call, fault);
    const over = await asked(`services-${fault}`, [COMPUTE, 'Storage.googleapis.com', STORAGE]);
    simulator.faults.clear();
    expect(over).toMatchObject({ state: 'done', error: null });
    expect(stepOf(over)).toMatchObject({ state: 'done', note: `${COMPUTE}, ${STORAGE}` });
    expect(new Set(enabled(over))).toEqual(new Set([COMPUTE, STORAGE]));
  });

  it('are enabled twenty at once', { timeout: 400_000 }, async () => {
    const over = await asked('many-services', MANY);
    expect(stepOf(over)).toMatchObject({ state: 'done' });
    expect(enablings(over).map(({ services }) => services.length)).toEqual([20, MANY.length - 20]);
    expect(enabled(over)).toEqual(MANY);
  });

  it("that are not there, or not the portal's to enable, are said so", { timeout: 400_000 }, async () => {
    const over = await asked('no-such-service', [COMPUTE, 'nothing.googleapis.com']);
    expect(over).toMatchObject({ state: 'done', error: null });
    expect(stepOf(over)).toMatchObject({
      state: 'skipped',
      note: expect.stringMatching(
        /Not found or permission denied for service\(s\): nothing\.googleapis\.com\. Correct its name/,
      ),
    });
    expect(enabled(over)).toEqual([]);
  });

  it(
    'that fail in the end are skipped with the reason, and Retry enables them',
    { timeout: 400_000 },
    async () => {
      simulator.failing.add(STORAGE);
      const over = await asked('fails-in-the-end', [COMPUTE, STORAGE]);
      expect(over).toMatchObject({ state: 'done', error: null });
      expect(stepOf(over)).toMatchObject({
        state: 'skipped',
        note: expect.stringMatching(/^Google did not enable the services: .* Retry asks for it anew\.$/),
      });
      simulator.failing.clear();
      expect((await factory.desk.does(over.id, 'retry')).status).toBe(202);
      const again = await factory.desk.over(over.id);
      expect(stepOf(again)).toMatchObject({ state: 'done' });
      expect(enabled(again)).toEqual([COMPUTE, STORAGE]);
    },
  );

  it('that are required fail the deployment where they fail', { timeout: 400_000 }, async () => {
    simulator.failing.add(COMPUTE);
    expect(await asked('required-services', [COMPUTE], true)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('could not be enabled'),
    });
  });

  it('are in the plan, and an entry that is none is an error of the request', async () => {
    const plan = async (services: readonly string[]) => {
      const body = await factory.desk.body(own, 'planned-services');
      const more = await addBaseline(factory.db, own, { services });
      const { text } = await factory.api.post(own.path, { ...body, ...more, dry_run: true });
      return (JSON.parse(text) as RequestPreview).data;
    };
    const good = await plan([COMPUTE]);
    expect(good.errors).toEqual([]);
    expect(good.plan?.settings.at(-1)).toEqual({ label: 'Baseline', value: `enables ${COMPUTE}` });
    expect(good.plan?.steps.at(-1)).toBe('Enable its services');
    const { errors } = await plan(['https://compute.googleapis.com']);
    expect(errors).toMatchObject([
      {
        field: 'baseline_template',
        message: expect.stringContaining("'https://compute.googleapis.com' is no service of Google Cloud"),
      },
    ]);
  });
});
