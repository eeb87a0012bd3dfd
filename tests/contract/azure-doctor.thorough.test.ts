import { describe, expect, it } from 'vitest';
import { examineAzure } from '#server/modules/factory/clouds/azure-examine.ts';
import { newDataDir } from '#tests/faults/portal-process.ts';
import { azureOfTest } from '#tests/support/azure.ts';
import { skyledger } from '#tests/support/command-line.ts';

const PRODUCTION = ['production', 'online'];
const BILLED = '/providers/Microsoft.Billing/billingAccounts/7654321/enrollmentAccounts/1234567';

/** The database has nothing to do with it, and is not there. */
const WITHOUT_DATABASE = {
  DATABASE_URL: 'postgresql://sky@127.0.0.1:1/sky',
  SECRET_KEY: 'a secret for tests that nobody else has',
};

/** What the doctor says of Azure: the mark and the sentence of each line. */
async function linesOf(settings: Record<string, string>): Promise<string[]> {
  const { output } = await skyledger({ DATA_DIR: newDataDir(), ...WITHOUT_DATABASE, ...settings }, 'doctor');
  return output
    .split('\n')
    .filter((line) => /^\S+ +Azure {2,}/.test(line))
    .map((line) => line.replaceAll(/ {2,}/g, ' '));
}

const SUBSCRIPTION = '0b7f6c1e-5a1d-4f0e-9c3b-2d1e8f7a6b5c';
/** What a tenant has that is in use. */
const initial = {
  subscriptions: [{ id: SUBSCRIPTION, displayName: 'Payments' }],
  assignments: [
    {
      scope: `/subscriptions/${SUBSCRIPTION}`,
      name: 'a2b7c5d1-0000-4000-8000-000000000001',
      roleDefinitionId:
        '/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7',
      principalId: '906700f2-1111-2222-3333-444455556666',
      principalType: 'Group',
    },
  ],
};

async function examined({ productionGroups = PRODUCTION, changed = {}, denied = 0 } = {}) {
  const { azure, simulator } = await azureOfTest({ initial });
  await azure.groups();
  Object.assign(simulator.state, changed);
  if (denied > 0) simulator.faults.plan('Resources', 'denied', denied);
  const before = structuredClone(simulator.state);
  const { findings } = await examineAzure({ azure, productionGroups });
  expect(simulator.state).toEqual(before);
  return findings.map(({ state, message }) => `${state}: ${message}`);
}

describe('the doctor', () => {
  it('says that a simulator stands for Azure, where the settings name no tenant', async () => {
    expect(await linesOf({})).toEqual([
      '- Azure A simulator in the portal stands for it, so that subscriptions are made nowhere. AZURE_TENANT_ID and AZURE_BILLING_SCOPE name a real one.',
    ]);
    expect(await linesOf({ NODE_ENV: 'production' })).toEqual([
      '- Azure Nobody can ask for subscriptions of Azure. Set AZURE_TENANT_ID and AZURE_BILLING_SCOPE, and start the portal again.',
    ]);
  });

  it('tries the credentials, the management groups and the billing scope, and makes nothing', async () => {
    expect(await examined()).toEqual([
      'ok: It takes the credentials. Simulator has 10 management groups.',
      'ok: Subscriptions in production and online are for production.',
      `ok: New subscriptions may be charged to ${BILLED}.`,
      'ok: Its subscriptions can be read.',
      'ok: Its assignments of roles can be read.',
    ]);
  });

  it('tries the first of what inventory and access are read from, and says what it may not read', async () => {
    expect((await examined({ denied: 2 })).slice(3)).toEqual([
      expect.stringMatching(/^warning: .*list its subscriptions/),
      expect.stringMatching(/^warning: .*list who has which role/),
    ]);
    expect((await examined({ changed: { subscriptions: [], assignments: [] } })).slice(3)).toEqual([
      'warning: The portal sees no subscriptions. Where there are some, give its application the role Reader on the root group.',
      'warning: The portal sees no assignments of roles. Where there are some, give its application the role Reader on the root group.',
    ]);
  });

  it('knows the right to create subscriptions as invoice sections list it, too', async () => {
    const changed = { billingActions: ['30000000-aaaa-bbbb-cccc-200000000013'] };
    expect((await examined({ changed }))[2]).toBe(`ok: New subscriptions may be charged to ${BILLED}.`);
  });

  it('says what is missing, and what to do', async () => {
    expect(
      (await examined({ productionGroups: ['production', 'live'], changed: { billingActions: [] } })).slice(
        0,
        3,
      ),
    ).toEqual([
      'ok: It takes the credentials. Simulator has 10 management groups.',
      "warning: There is no management group 'live', which AZURE_PRODUCTION_GROUPS names. Correct it; until then subscriptions in other groups are DevTest.",
      `warning: ${BILLED} is there, but whether the portal may charge new subscriptions to it cannot be seen from what Azure answers. Where a request fails with UserNotAuthorized, give its application the role of a subscription creator there.`,
    ]);
    expect(await examined({ changed: { groups: [] } })).toEqual([
      'failed: It takes the credentials, but the portal sees no management group. Give its application the role Management Group Contributor on the root group.',
    ]);
  });

  it('passes on what Azure says where it does not answer', async () => {
    const { azure, simulator } = await azureOfTest();
    await simulator.close();
    const { findings } = await examineAzure({ azure, productionGroups: PRODUCTION });
    expect(findings).toMatchObject([
      { state: 'failed', message: expect.stringMatching(/cannot be reached/) },
    ]);
  });
});
