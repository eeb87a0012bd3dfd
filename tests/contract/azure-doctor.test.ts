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

async function examined({ productionGroups = PRODUCTION, changed = {} } = {}) {
  const { azure, simulator } = await azureOfTest();
  await azure.groups();
  Object.assign(simulator.state, changed);
  const before = structuredClone(simulator.state);
  const { findings } = await examineAzure({ azure, productionGroups });
  expect(simulator.state).toEqual(before);
  return findings.map(({ state, said }) => `${state}: ${said}`);
}

describe('the doctor', { timeout: 90_000 }, () => {
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
    ]);
  });

  it('says what is missing, and what to do', async () => {
    expect(
      await examined({ productionGroups: ['production', 'live'], changed: { billingActions: [] } }),
    ).toEqual([
      'ok: It takes the credentials. Simulator has 10 management groups.',
      "warning: There is no management group 'live', which AZURE_PRODUCTION_GROUPS names. Correct it; until then subscriptions in other groups are DevTest.",
      `failed: The portal may not charge new subscriptions to ${BILLED}. Give its application the role of a subscription creator there.`,
    ]);
    expect(await examined({ changed: { groups: [] } })).toEqual([
      'failed: It takes the credentials, but the portal sees no management group. Give its application the role Management Group Contributor on the root group.',
    ]);
  });

  it('passes on what Azure says where it does not answer', async () => {
    const { azure, simulator } = await azureOfTest();
    await simulator.close();
    const { findings } = await examineAzure({ azure, productionGroups: PRODUCTION });
    expect(findings).toMatchObject([{ state: 'failed', said: expect.stringMatching(/cannot be reached/) }]);
  });
});
