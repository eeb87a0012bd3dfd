import { expect } from 'vitest';
import type { AccountLife, AdoptionPreview, DeedPreview } from '#calls/account-life.ts';
import type { CloudDeed, AccountState } from '#resources/account-life.ts';
import { encodeLabel } from '#server/modules/factory/clouds/gcp-labels.ts';
import type { Database } from '#server/platform/database/database.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { startAzure } from '#simulators/azure/azure.ts';
import { startGcp } from '#simulators/gcp/gcp.ts';
import type { Api } from '../api.ts';
import { CENTER, OWNER, testClouds, type RunningCloud, type TestCloud } from './clouds.ts';
import type { Deployment } from './desk.ts';

/** A simulated cloud that has accounts from the beginning, and says how they are. */
export interface LivingCloud extends TestCloud {
  providerType: string;
  /** The identifier of the n-th account. */
  account: (n: number) => string;
  /** How the running cloud has an account. Azure makes no difference between frozen and closed. */
  stateOf: (account: string) => AccountState;
  /** The tags that the running cloud has of an account. */
  tagsOf: (account: string) => Readonly<Record<string, string>>;
  /** The operation that writes tags, and the tags of what is charged and owned as these tests do. */
  writesTags: string;
  adopted: Readonly<Record<string, string>>;
  /** The operations of what it offers. */
  operations: Partial<Record<CloudDeed, string>>;
}

/** How many accounts each has. */
const ACCOUNTS = Array.from({ length: 40 }, (_, n) => n);

const baseOf = (cloud: TestCloud['cloud']): TestCloud => {
  const found = testClouds.find((one) => one.cloud === cloud);
  if (!found) throw new Error(`There is no cloud ${cloud}.`);
  return found;
};

const running = (parts: Pick<RunningCloud, 'faults' | 'settings' | 'close'>): RunningCloud => ({
  ...parts,
  made: () => [],
});

/** AWS, with a unit for what is frozen. @param mostClosures how many accounts it closes; by default as many as there are */
export function livingAws(mostClosures = ACCOUNTS.length): LivingCloud {
  let aws: Awaited<ReturnType<typeof startAws>> | undefined;
  const account = (n: number) => String(500_000_000_000 + n);
  return {
    ...baseOf('aws'),
    providerType: 'AwsCloudParent',
    account,
    tagsOf: (id) => aws?.state.accounts[id]?.tags ?? {},
    writesTags: 'TagResource',
    adopted: { CostCenter: CENTER, Owner: OWNER, Department: 'Cloud Factory', BusinessUnit: 'Factory Unit' },
    operations: { freeze: 'MoveAccount', release: 'MoveAccount', close: 'CloseAccount' },
    start: async () => {
      const accounts = ACCOUNTS.map((n) => ({ id: account(n), name: `account-${n}`, unit: 'sandbox' }));
      const started = await startAws({ delaySeconds: 0, mostClosures, initial: { accounts } });
      aws = started;
      return running({ faults: started.faults, settings: { AWS_API: started.url }, close: started.close });
    },
    stateOf: (id) => {
      const found = aws?.state.accounts[id];
      if (found?.status !== 'ACTIVE') return 'closed';
      const unit = aws?.state.units.find((one) => one.id === found.parent)?.name;
      return unit === 'Quarantine' ? 'frozen' : 'in_use';
    },
  };
}

export function livingAzure(): LivingCloud {
  let azure: Awaited<ReturnType<typeof startAzure>> | undefined;
  const account = (n: number) => `5ab50000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const operations = { freeze: 'Subscription_Cancel', release: 'Subscription_Enable' };
  return {
    ...baseOf('azure'),
    providerType: 'AzureCloudParent',
    account,
    tagsOf: (id) => azure?.state.subscriptions.find((one) => one.id === id)?.tags ?? {},
    writesTags: 'Tags_UpdateAtScope',
    adopted: { CostCenter: CENTER, Owner: OWNER },
    operations: { ...operations, close: operations.freeze, reopen: operations.release },
    start: async () => {
      const subscriptions = ACCOUNTS.map((n) => ({ id: account(n), displayName: `account-${n}` }));
      const started = await startAzure({ delaySeconds: 0, tagDelaySeconds: 0, initial: { subscriptions } });
      azure = started;
      return running({ faults: started.faults, settings: { AZURE_API: started.url }, close: started.close });
    },
    stateOf: (id) =>
      azure?.state.subscriptions.find((one) => one.id === id)?.state === 'Enabled' ? 'in_use' : 'frozen',
  };
}

export function livingGcp(): LivingCloud {
  let gcp: Awaited<ReturnType<typeof startGcp>> | undefined;
  const account = (n: number) => `living-project-${n}`;
  return {
    ...baseOf('gcp'),
    providerType: 'GcpCloudParent',
    account,
    tagsOf: (id) => gcp?.projects.get(id)?.labels ?? {},
    writesTags: 'UpdateProject',
    adopted: { cost_center: encodeLabel(CENTER), owner: encodeLabel(OWNER) },
    operations: {
      freeze: 'UpdateProjectBillingInfo',
      release: 'UpdateProjectBillingInfo',
      close: 'DeleteProject',
      reopen: 'UndeleteProject',
    },
    start: async () => {
      const projects = ACCOUNTS.map((n) => ({ projectId: account(n) }));
      const started = await startGcp({ delaySeconds: 0, initial: { projects } });
      gcp = started;
      return running({ faults: started.faults, settings: { GCP_API: started.url }, close: started.close });
    },
    stateOf: (id) => {
      const found = gcp?.projects.get(id);
      if (found?.state !== 'ACTIVE') return 'closed';
      return found.billingAccountName === '' ? 'frozen' : 'in_use';
    },
  };
}

/** Puts an account of a cloud into the inventory, as it is in the cloud; answers the id of its record. */
export async function keepAccount(db: Database, cloud: LivingCloud, n: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO cloud_parents (terminated, provider_type, identifier, name, cloud_contact_email, cost_center, managed)
     VALUES (false, $1, $2, $3, $4, $5, true) RETURNING id`,
    [cloud.providerType, cloud.account(n), `account-${n}`, OWNER, CENTER],
  );
  return rows[0]?.id ?? 0;
}

/** Puts an account into the inventory that nobody knew of: with neither owner nor cost center. */
export async function findAccount(db: Database, cloud: LivingCloud, n: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO cloud_parents (terminated, provider_type, identifier, name, managed)
     VALUES (false, $1, $2, $3, false) RETURNING id`,
    [cloud.providerType, cloud.account(n), `account-${n}`],
  );
  return rows[0]?.id ?? 0;
}

/** An adoption with all that does not follow from the cost center. */
export const ADOPTION = {
  cost_center: CENTER,
  department: 'Cloud Factory',
  business_unit: 'Factory Unit',
  environment: 'sandbox',
  reason: 'Its team was found.',
};

/** What somebody adopts, and sees of that beforehand. */
export const adoptionOf = (api: Api) => ({
  preview: async (id: number, values: Readonly<Record<string, unknown>> = ADOPTION) => {
    const answer = await api.post<AdoptionPreview>(`/cloud_parents/${id}/adoption`, {
      ...values,
      dry_run: true,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  },
  send: (id: number, values: Readonly<Record<string, unknown>> = ADOPTION) =>
    api.post<{ cloud_deployment: Deployment }>(`/cloud_parents/${id}/adoption`, { ...values }),
  async ask(id: number, values: Readonly<Record<string, unknown>> = ADOPTION): Promise<number> {
    const answer = await this.send(id, values);
    expect(answer.status, answer.text).toBe(202);
    return answer.body.data.cloud_deployment.id;
  },
});

/** What somebody does with accounts and sees of them. */
export const lifeOf = (api: Api) => ({
  read: async (id: number) => (await api.get<AccountLife>(`/cloud_parents/${id}/life`)).body.data,
  preview: async (id: number, deed: CloudDeed) => {
    const answer = await api.post<DeedPreview>(`/cloud_parents/${id}/life/${deed}`, { dry_run: true });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  },
  send: (id: number, deed: CloudDeed, reason = `It is time to ${deed} it.`) =>
    api.post<{ cloud_deployment: Deployment }>(`/cloud_parents/${id}/life/${deed}`, { reason }),
  async ask(id: number, deed: CloudDeed): Promise<number> {
    const answer = await this.send(id, deed);
    expect(answer.status, answer.text).toBe(202);
    return answer.body.data.cloud_deployment.id;
  },
  /** As the owner of the account. */
  answer: (id: number, agrees: boolean, reason = '') =>
    api.post(`/my_cloud/closures/${id}`, { agrees, reason }),
});
