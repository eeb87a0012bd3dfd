import { expect, it, onTestFinished } from 'vitest';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import { startGcp, type GcpSimulator } from '#simulators/gcp/gcp.ts';
import { gcpJudge } from './clouds.ts';
import { conformanceOf, unseen } from './conforming.ts';
import { recorderBefore } from './proxy.ts';
import { sentToGoogle } from './sent.ts';

const BUDGET = {
  name: 'Skyledger payments-1',
  project: 'payments-1',
  amount: '1234.50',
  currency: 'EUR',
  thresholds: [50, 100],
};

const failing = (call: Promise<unknown>) => call.catch((error: unknown) => error);

async function makeProject(gcp: GcpProvider, simulator: GcpSimulator): Promise<void> {
  const [folder] = await gcp.folders();
  const wanted = { name: 'Payments', parent: `folders/${folder?.id ?? ''}`, labels: { owner: 'jane' } };
  const { operation } = await gcp.createProject({ id: 'payments-1', ...wanted });
  expect(await gcp.creation(operation)).toEqual({ state: 'done' });
  await gcp.project('payments-1');
  await gcp.linkBilling('payments-1');
  expect(await gcp.billingOf('payments-1')).toBe(simulator.billingAccount);
  await gcp.unlinkBilling('payments-1');
  expect(await gcp.billingOf('payments-1')).toBe('');
  const read = await gcp.project('payments-1');
  await gcp.setLabels('payments-1', { owner: 'joe', cost_center: 'payments' }, read?.etag ?? '');
  expect(await failing(gcp.setLabels('payments-1', { owner: 'late' }, read?.etag ?? ''))).toMatchObject({
    code: 'ABORTED',
  });
  expect((await gcp.project('payments-1'))?.labels).toEqual({ owner: 'joe', cost_center: 'payments' });
  await failing(gcp.setLabels('payments-1', { 'A B': 'c' }, ''));
  const [, other] = await gcp.folders();
  await gcp.moveProject('payments-1', `folders/${other?.id ?? ''}`);
  expect((await gcp.project('payments-1'))?.parent).toBe(`folders/${other?.id ?? ''}`);
  await failing(gcp.moveProject('payments-1', 'folders/999'));
  await failing(gcp.moveProject('payments-1', 'nowhere'));
  await gcp.bind('payments-1', 'roles/viewer', 'group:team@example.com');
  await gcp.bind('payments-1', 'roles/viewer', 'group:Team@example.com');
  await gcp.bind('payments-1', 'roles/viewer', 'group:others@example.com');
  expect(simulator.policies.get('projects/payments-1')?.bindings).toEqual([
    { role: 'roles/viewer', members: ['group:team@example.com', 'group:others@example.com'] },
  ]);
  await failing(gcp.bind('payments-1', 'no role', 'group:team@example.com'));
  await gcp.deleteProject('payments-1');
  await failing(gcp.moveProject('payments-1', `folders/${folder?.id ?? ''}`));
  expect(await gcp.project('payments-1')).toMatchObject({ active: false });
  await failing(gcp.deleteProject('payments-1'));
  await gcp.undeleteProject('payments-1');
  expect(await gcp.project('payments-1')).toMatchObject({ active: true });
  await failing(gcp.undeleteProject('payments-1'));
  expect(await gcp.budgetNamed(BUDGET.name)).toBeNull();
  const made = await gcp.createBudget(BUDGET);
  expect(await gcp.budgetNamed(BUDGET.name)).toBe(made);
  await gcp.isBillingOpen();
  await gcp.organizationName();
  await gcp.folder(folder?.id ?? '');
  simulator.faults.plan('CreateProject', 'stuck');
  const stuck = await gcp.createProject({ id: 'payments-2', ...wanted });
  expect(await gcp.creation(stuck.operation)).toEqual({ state: 'running' });
  // What fails only once it is under way: the quota of projects, and an id of somebody else.
  for (const id of ['payments-3', 'payments-4', 'production']) {
    const begun = await failing(gcp.createProject({ id, ...wanted }));
    if (begun instanceof Error) continue;
    await failing(gcp.creation((begun as { operation: string }).operation));
  }
}

async function enableServices(gcp: GcpProvider, { faults, failing: never }: GcpSimulator): Promise<void> {
  const services = ['compute.googleapis.com', 'storage.googleapis.com'];
  const off = () => gcp.servicesOff('payments-1', services);
  expect(await off()).toEqual(services);
  // What costs something is not enabled as long as nobody pays.
  await failing(gcp.enableServices('payments-1', services));
  await gcp.linkBilling('payments-1');
  faults.plan('BatchEnableServices', 'stuck');
  const stuck = await gcp.enableServices('payments-1', services);
  expect(await gcp.enabling(stuck.operation)).toEqual({ state: 'running' });
  faults.clear();
  never.add('storage.googleapis.com');
  const failed = await gcp.enableServices('payments-1', services);
  expect(await gcp.enabling(failed.operation)).toMatchObject({ state: 'failed' });
  never.clear();
  const { operation } = await gcp.enableServices('payments-1', services);
  expect(await gcp.enabling(operation)).toEqual({ state: 'done' });
  expect(await off()).toEqual([]);
  // Nothing is left to do.
  await gcp.enableServices('payments-1', services);
  await failing(gcp.servicesOff('payments-1', ['nothing.googleapis.com']));
  await failing(gcp.enableServices('payments-1', ['nothing.googleapis.com']));
  await failing(gcp.enableServices('payments-1', []));
  await gcp.enabling('operations/acat.999');
}

async function beRefused(gcp: GcpProvider, { faults, disabled }: GcpSimulator): Promise<void> {
  await gcp.project('nowhere-at-all');
  await gcp.folder('999');
  await gcp.creation('operations/cp.999');
  await failing(gcp.linkBilling('nowhere-at-all'));
  await failing(gcp.createProject({ id: 'X', name: '', parent: 'folders/999', labels: { 'A B': 'c' } }));
  await failing(gcp.createProject({ id: 'payments-1', name: 'Payments', parent: 'folders/999', labels: {} }));
  const calls: [string, () => Promise<unknown>][] = [
    [
      'CreateProject',
      () => gcp.createProject({ id: 'a-project-9', name: 'A', parent: 'folders/1', labels: {} }),
    ],
    ['GetProject', () => gcp.project('payments-1')],
    ['UpdateProjectBillingInfo', () => gcp.linkBilling('payments-1')],
    ['GetProjectBillingInfo', () => gcp.billingOf('payments-1')],
    ['UpdateProject', () => gcp.setLabels('nowhere-at-all', { owner: 'jane' }, '')],
    ['MoveProject', () => gcp.moveProject('nowhere-at-all', 'folders/1')],
    ['GetIamPolicy', () => gcp.bind('nowhere-at-all', 'roles/viewer', 'group:a@example.com')],
    ['BatchGetServices', () => gcp.servicesOff('payments-1', ['storage.googleapis.com'])],
    ['BatchEnableServices', () => gcp.enableServices('payments-1', ['pubsub.googleapis.com'])],
    ['GetServicesOperation', () => gcp.enabling('operations/acat.999')],
    ['SetIamPolicy', () => gcp.bind('payments-1', 'roles/browser', `group:${Math.random()}@example.com`)],
    ['DeleteProject', () => gcp.deleteProject('nowhere-at-all')],
    ['UndeleteProject', () => gcp.undeleteProject('nowhere-at-all')],
    ['ListBudgets', () => gcp.budgetNamed(BUDGET.name)],
    ['CreateBudget', () => gcp.createBudget(BUDGET)],
    ['GetFolder', () => gcp.folder('1')],
    ['SearchAllResources', () => Array.fromAsync(gcp.projects())],
  ];
  for (const [operation, call] of calls)
    for (const fault of ['throttled', 'failing', 'expired', 'denied', 'conflict'] as const) {
      faults.plan(operation, fault);
      await failing(call());
      faults.clear();
    }
  for (const api of ['cloudresourcemanager', 'cloudbilling', 'billingbudgets', 'serviceusage', 'cloudasset'])
    disabled.add(`${api}.googleapis.com`);
  for (const [, call] of calls) await failing(call());
}

it('Google Cloud: everything that the provider and the simulator say is of the protos', async () => {
  const simulator = await startGcp({
    delaySeconds: 0,
    pageSize: 1,
    projectQuota: 3,
    initial: {
      projects: [{ projectId: 'first-project', labels: { owner: 'jane' } }],
      machines: [
        {
          id: '1234567890123456789',
          projectId: 'first-project',
          name: 'web-1',
          zone: 'europe-west3-a',
          machineType: 'e2-medium',
          status: 'RUNNING',
        },
      ],
      policies: [
        {
          resource: 'projects/first-project',
          bindings: [{ role: 'roles/viewer', members: ['group:readers@example.com'] }],
        },
      ],
    },
  });
  onTestFinished(() => simulator.close());
  const { url: api, exchanges } = await recorderBefore(simulator.url);
  const { organization, billingAccount } = simulator;
  const gcp = openGcp({ organization, billingAccount, api, simulated: true });
  await makeProject(gcp, simulator);
  await enableServices(gcp, simulator);
  for (const list of [gcp.projects(), gcp.machines(), gcp.bindings()]) await Array.fromAsync<unknown>(list);
  await beRefused(gcp, simulator);

  const { faults, operations } = conformanceOf(gcpJudge(), exchanges, (path) => path === '/token');
  expect(faults).toEqual([]);
  expect(unseen(sentToGoogle(), operations)).toEqual([]);
});
