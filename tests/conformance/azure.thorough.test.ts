import { expect, it, onTestFinished } from 'vitest';
import { openAzure } from '#server/providers/azure/azure.ts';
import type { Azure } from '#server/providers/azure/interface.ts';
import { startAzure, type AzureSimulator } from '#simulators/azure/azure.ts';
import { accessTo } from '#tests/support/azure.ts';
import { azureJudge } from './clouds.ts';
import { conformanceOf, unseen } from './conforming.ts';
import { recorderBefore } from './proxy.ts';
import { sentToAzure } from './sent.ts';

const FIRST = '11111111-0000-4000-8000-000000000001';
const NOBODY = '99999999-0000-4000-8000-000000000099';
const GROUP = '22222222-0000-4000-8000-000000000002';
const ASSIGNMENT = '33333333-0000-4000-8000-000000000003';
const WANTED = {
  displayName: 'Payments',
  workload: 'DevTest' as const,
  groupId: 'test',
  tags: { owner: 'jane@example.com' },
};

const BUDGET = {
  name: 'skyledger',
  amount: 1234.5,
  startDate: new Date('2026-03-01T00:00:00Z'),
  thresholds: [50, 100],
  email: 'jane@example.com',
};

const POLICY = {
  name: 'skyledger-1',
  displayName: 'Skyledger: Landing Zone',
  definition: '/providers/Microsoft.Authorization/policyDefinitions/e56962a6-4747-49cd-b67b-bf8b01975c4c',
  parameters: { listOfAllowedLocations: { value: ['westeurope'] } },
};

const failing = (call: Promise<unknown>) => call.catch((error: unknown) => error);

async function makeSubscription(azure: Azure): Promise<void> {
  await azure.billing();
  await azure.groups();
  await azure.create('payments', WANTED);
  const { subscriptionId } = (await azure.alias('payments')) ?? { subscriptionId: null };
  const id = subscriptionId ?? '';
  expect(await azure.isThere(id)).toBe(true);
  await azure.named('payments');
  await azure.isIn(id, 'test');
  await azure.place(id, 'production');
  expect(await azure.isIn(id, 'production')).toBe(true);
  expect(await azure.groupOf(id)).toBe('production');
  expect(await azure.groupOf(NOBODY)).toBeNull();
  await azure.addTags(id, { project: 'Payments of 2026' });
  await azure.tags(id);
  const roleId = (await azure.role(id, 'Contributor')) ?? '';
  await azure.assign(id, { name: ASSIGNMENT, roleId, principalId: GROUP });
  await azure.assign(id, { name: ASSIGNMENT, roleId, principalId: GROUP });
  expect(await azure.registration(id, 'Microsoft.Network')).toBe('none');
  await azure.register(id, 'Microsoft.Network');
  expect(await azure.registration(id, 'Microsoft.Network')).toBe('registered');
  await azure.register(id, 'Microsoft.Network');
  await failing(azure.register(id, 'Microsoft.Nothing'));
  expect(await azure.hasBudget(id, BUDGET.name)).toBe(false);
  await azure.putBudget(id, BUDGET);
  expect(await azure.hasBudget(id, BUDGET.name)).toBe(true);
  await azure.putBudget(id, BUDGET);
  expect(await azure.hasPolicy(id, POLICY.name)).toBe(false);
  await azure.assignPolicy(id, POLICY);
  expect(await azure.hasPolicy(id, POLICY.name)).toBe(true);
  await azure.assignPolicy(id, POLICY);
  await failing(azure.assignPolicy(id, { ...POLICY, parameters: {} }));
  await failing(azure.assignPolicy(id, { ...POLICY, definition: `${POLICY.definition}0` }));
  await azure.forgetAlias('payments');
  await azure.cancelSubscription(id);
  expect(await azure.stateOf(id)).toBe('Disabled');
  await failing(azure.cancelSubscription(id));
  await azure.enableSubscription(id);
  expect(await azure.stateOf(id)).toBe('Enabled');
  await failing(azure.enableSubscription(id));
}

async function readAll(azure: Azure): Promise<void> {
  const lists = [azure.subscriptions(), azure.machines(), azure.roles(), azure.roleAssignments()];
  for (const list of lists) await Array.fromAsync(list as AsyncIterable<unknown>);
}

async function beRefused(azure: Azure, { faults, state }: AzureSimulator): Promise<void> {
  expect(await azure.alias('none')).toBeNull();
  expect(await azure.isThere(NOBODY)).toBe(false);
  expect(await azure.stateOf(NOBODY)).toBeNull();
  await failing(azure.cancelSubscription(NOBODY));
  await failing(azure.place(NOBODY, 'test'));
  await failing(azure.place(FIRST, 'nowhere'));
  await failing(azure.addTags(NOBODY, { a: 'b' }));
  await failing(azure.addTags(FIRST, { [`${'n'.repeat(513)}`]: 'too long' }));
  await failing(azure.tags(NOBODY));
  await failing(azure.role(NOBODY, 'Contributor'));
  await failing(azure.assign(FIRST, { name: ASSIGNMENT, roleId: 'none', principalId: GROUP }));
  await failing(azure.registration(NOBODY, 'Microsoft.Network'));
  await failing(azure.register(NOBODY, 'Microsoft.Network'));
  await failing(azure.assignPolicy(NOBODY, POLICY));
  await failing(azure.putBudget(NOBODY, BUDGET));
  await failing(azure.putBudget(FIRST, { ...BUDGET, amount: 0 }));
  await failing(azure.create('wrong', { ...WANTED, groupId: 'nowhere' }));
  await failing(azure.create('empty', { ...WANTED, displayName: '' }));
  const calls: [string, () => Promise<unknown>][] = [
    ['Alias_Create', () => azure.create('more', WANTED)],
    ['ManagementGroupSubscriptions_Create', () => azure.place(FIRST, 'test')],
    ['Tags_UpdateAtScope', () => azure.addTags(FIRST, { a: 'b' })],
    ['RoleAssignments_Create', () => azure.assign(FIRST, { name: NOBODY, roleId: 'a', principalId: GROUP })],
    ['Subscription_Cancel', () => azure.cancelSubscription(FIRST)],
    ['Subscription_Enable', () => azure.enableSubscription(FIRST)],
    ['Providers_Get', () => azure.registration(FIRST, 'Microsoft.Network')],
    ['Providers_Register', () => azure.register(FIRST, 'Microsoft.Network')],
    ['PolicyAssignments_Get', () => azure.hasPolicy(FIRST, POLICY.name)],
    ['PolicyAssignments_Create', () => azure.assignPolicy(FIRST, POLICY)],
    ['Budgets_Get', () => azure.hasBudget(FIRST, BUDGET.name)],
    ['Budgets_CreateOrUpdate', () => azure.putBudget(FIRST, BUDGET)],
    ['Resources', () => Array.fromAsync(azure.machines())],
  ];
  for (const [operation, call] of calls)
    for (const fault of ['throttled', 'failing', 'expired', 'denied', 'conflict'] as const) {
      faults.plan(operation, fault);
      await failing(call());
      faults.clear();
    }
  state.billingActions.length = 0;
  await azure.billing();
  await failing(azure.create('unlawful', WANTED));
}

it('Azure: everything that the provider and the simulator say is of its REST specifications', async () => {
  const simulator = await startAzure({
    delaySeconds: 0,
    tagDelaySeconds: 0,
    groupsOfPage: 3,
    initial: {
      subscriptions: [
        { id: FIRST, displayName: 'First', group: 'test', tags: { owner: 'jane@example.com' } },
      ],
      machines: [
        {
          id: `/subscriptions/${FIRST}/resourceGroups/web/providers/Microsoft.Compute/virtualMachines/web`,
          name: 'web',
          subscriptionId: FIRST,
          location: 'westeurope',
          size: 'Standard_D2s_v5',
          powerState: 'PowerState/running',
          tags: {},
        },
      ],
    },
  });
  onTestFinished(() => simulator.close());
  const { url, exchanges } = await recorderBefore(simulator.url);
  const azure = openAzure(accessTo({ ...simulator, url }));
  await makeSubscription(azure);
  await readAll(azure);
  await beRefused(azure, simulator);

  const isSignIn = (path: string) =>
    path.endsWith('/oauth2/v2.0/token') || path.endsWith('/openid-configuration');
  const { faults, operations } = conformanceOf(azureJudge(), exchanges, isSignIn);
  expect(faults).toEqual([]);
  expect(unseen(sentToAzure(), operations)).toEqual([]);
});
