import { expect, it, onTestFinished } from 'vitest';
import { awsBills } from '#server/modules/billing/intake/sources/aws.ts';
import { openAws } from '#server/providers/aws/provider.ts';
import { SIMULATOR_KEY, startAws, type AwsSimulator } from '#simulators/aws/aws.ts';
import { startS3 } from '#simulators/objects/s3.ts';
import { sentToAws } from '#tests/gate/rights/aws.ts';
import { failureOf } from '#tests/support/azure.ts';
import { awsJudge } from './aws.ts';
import { conformanceOf, unseen } from './conforming.ts';
import { recorderBefore, type Recorder } from './proxy.ts';

const ACCOUNT = '200000000002';
const UNKNOWN = '299999999999';
const PRODUCT = { id: 'prod-0123456789abc', name: 'Vault', accounts: [ACCOUNT] };
const CONTACT = { name: 'Jane Doe', title: 'Contact', email: 'jane@example.com', phone: '+1 555 0100' };
const BUDGET = {
  name: 'Skyledger 200000000002',
  accountId: ACCOUNT,
  amount: '1234.50',
  currency: 'USD',
  thresholds: [50, 100],
  email: 'jane@example.com',
};
const identity = {
  groups: [{ name: 'engineers', externalId: null }],
  users: [{ userName: 'jane', name: 'Jane Doe', externalId: null }],
  assignments: [
    { account: ACCOUNT, permissionSet: 'ReadOnlyAccess', principal: 'engineers', type: 'GROUP' as const },
    { account: ACCOUNT, permissionSet: 'ReadOnlyAccess', principal: 'jane', type: 'USER' as const },
  ],
};

async function start(): Promise<{ simulator: AwsSimulator; recorder: Recorder }> {
  const simulator = await startAws({
    delaySeconds: 0,
    initial: {
      accounts: [{ id: ACCOUNT, name: 'payments', unit: 'test', tags: { owner: 'jane@example.com' } }],
      machines: [
        {
          resourceId: 'i-0123456789abcdef0',
          accountId: ACCOUNT,
          awsRegion: 'eu-central-1',
          name: 'web-1',
          configuration: { instanceType: 't3.micro', state: { name: 'running' } },
        },
      ],
      products: [PRODUCT],
      portfolios: [{ name: 'One' }, { name: 'Another' }],
      identity,
    },
  });
  onTestFinished(() => simulator.close());
  return { simulator, recorder: await recorderBefore(simulator.url) };
}

const opened = (api: string) =>
  openAws({
    api,
    credentials: { ...SIMULATOR_KEY },
    region: 'us-east-1',
    organization: null,
    catalogRole: 'OrganizationAccountAccessRole',
    aggregator: 'organization',
  });
type Aws = ReturnType<typeof opened>;

async function makeAccount(aws: Aws): Promise<void> {
  await aws.identity();
  await aws.organization();
  await aws.trustedServices();
  const { root, units } = await aws.units();
  expect(await aws.policiesOn(units.find(({ name }) => name === 'Quarantine')?.id ?? '')).toEqual([
    'Quarantine',
  ]);
  await failureOf(aws.policiesOn('ou-none-00000000'));
  const made = await aws.createAccount({
    name: 'new',
    email: 'aws-new@example.com',
    tags: { owner: 'jane@example.com' },
  });
  const { accountId } = await aws.creation(made.id);
  const id = accountId ?? '';
  await aws.account(id);
  await aws.moveAccount(id, await aws.parentOf(id), units[0]?.id ?? root);
  await aws.tag(id, { project: 'Payments of 2026' });
  await aws.tagsOf(id);
  await aws.putContact(id, 'BILLING', CONTACT);
  await aws.regions(null);
  await aws.regions(id);
  await aws.enableRegion(id, 'ap-southeast-4');
  await aws.region(id, 'ap-southeast-4');
  await aws.createBudget({ ...BUDGET, accountId: id });
  await aws.budgetAccounts(BUDGET.name);
  const permissionSet = await aws.permissionSet('ReadOnlyAccess');
  if (permissionSet === null) throw new Error('The simulator has no ReadOnlyAccess.');
  const assignment = { accountId: id, permissionSet, group: '906700f2-1111-2222-3333-444455556666' };
  const { id: request } = await aws.assign(assignment);
  await aws.assignment(permissionSet, request);
  await aws.isAssigned(assignment);
  await aws.closeAccount(id);
  expect(await aws.account(id)).toMatchObject({ status: 'CLOSED' });
  await aws.closeAccount(id);
}

async function readAll(aws: Aws): Promise<void> {
  const lists = [
    aws.accounts(),
    aws.creations(),
    aws.machines(),
    aws.identityCenter.permissionSets(),
    aws.identityCenter.assignments(),
  ];
  for (const list of lists) await Array.fromAsync(list as AsyncIterable<unknown>);
  for (const { read } of aws.identityCenter.firstPages) await read();
}

async function updateCatalog({ catalog }: Aws): Promise<void> {
  await catalog.updateProduct(PRODUCT.id, { name: 'Vault', description: 'Keeps what nobody may see.' });
  const latest = await catalog.latestArtifact(PRODUCT.id);
  const [provisioned] = await catalog.provisionedIn(ACCOUNT, PRODUCT.id);
  if (!latest || !provisioned) throw new Error('The simulator has no product.');
  const update = { accountId: ACCOUNT, provisioned, product: PRODUCT.id, artifact: latest.id, token: 'once' };
  await catalog.progress(ACCOUNT, (await catalog.update(update)).id);
}

/** What AWS refuses, and what goes wrong at its side. */
async function beRefused(aws: Aws, { faults }: AwsSimulator): Promise<void> {
  await aws.account(UNKNOWN);
  await failureOf(aws.parentOf(UNKNOWN));
  await failureOf(aws.moveAccount(UNKNOWN, 'r-sky1', 'ou-sky1-00000001'));
  await failureOf(aws.tag(UNKNOWN, { a: 'b' }));
  await failureOf(aws.closeAccount(UNKNOWN));
  await failureOf(aws.tagsOf(UNKNOWN));
  await failureOf(aws.creation('car-0123456789abcdef0123456789abcdef'));
  await failureOf(aws.putContact(UNKNOWN, 'BILLING', CONTACT));
  await failureOf(aws.enableRegion(ACCOUNT, 'xx-nowhere-1'));
  await failureOf(aws.catalog.progress(ACCOUNT, 'rec-0123456789abc'));
  await failureOf(aws.catalog.updateProduct('prod-xxxxxxxxxxxxx', { name: 'a', description: 'b' }));
  await failureOf(aws.catalog.provisionedIn(UNKNOWN, null));
  await failureOf(aws.createBudget(BUDGET));
  expect(await aws.budgetAccounts('none')).toBeNull();
  const calls: [operation: string, call: () => Promise<unknown>][] = [
    ['CreateAccount', () => aws.createAccount({ name: 'more', email: 'more@example.com', tags: {} })],
    ['DescribePermissionSet', () => aws.permissionSet('ReadOnlyAccess')],
    ['PutAlternateContact', () => aws.putContact(ACCOUNT, 'BILLING', CONTACT)],
    ['SearchProvisionedProducts', () => aws.catalog.provisionedIn(ACCOUNT, null)],
    ['SelectAggregateResourceConfig', () => Array.fromAsync(aws.machines())],
    ['ListUsers', () => aws.identityCenter.firstPages[2]?.read() ?? Promise.resolve()],
    ['CreateBudget', () => aws.createBudget({ ...BUDGET, name: 'Another' })],
    ['DescribeBudget', () => aws.budgetAccounts(BUDGET.name)],
    ['GetCallerIdentity', () => aws.identity()],
  ];
  for (const [operation, call] of calls)
    for (const fault of ['throttled', 'failing', 'expired', 'denied', 'conflict'] as const) {
      if (fault === 'conflict' && operation !== 'CreateAccount') continue;
      faults.plan(operation, fault);
      // Lists are repeated by the SDK, so some calls are done all the same.
      await call().catch((error: unknown) => error);
    }
}

it('AWS: everything that the provider and the simulator say is of the service models', async () => {
  const { simulator, recorder } = await start();
  const aws = opened(recorder.url);
  await makeAccount(aws);
  await readAll(aws);
  await updateCatalog(aws);
  await beRefused(aws, simulator);
  const bucket = await startS3('bills', 1);
  onTestFinished(() => bucket.close());
  const store = await recorderBefore(bucket.url);
  await fetchBill(store.url, bucket);

  const { faults, operations } = conformanceOf(awsJudge(), [...recorder.exchanges, ...store.exchanges]);
  expect(faults).toEqual([]);
  expect(unseen(sentToAws(), operations)).toEqual([]);
});

async function fetchBill(api: string, bucket: Awaited<ReturnType<typeof startS3>>): Promise<void> {
  const folder = 'cur/desk';
  const of = `${folder}/20260301-20260401`;
  bucket.put(`${of}/desk-00001.csv`, 'a\n1\n');
  bucket.put(`${of}/desk-00002.csv`, 'a\n2\n');
  bucket.put(
    `${of}/desk-Manifest.json`,
    JSON.stringify({ assemblyId: 'a-1', reportKeys: [`${of}/desk-00001.csv`, `${of}/desk-00002.csv`] }),
  );
  const credentials = {
    accessKeyId: SIMULATOR_KEY.accessKeyId,
    secretAccessKey: SIMULATOR_KEY.secretAccessKey,
  };
  const reached = {
    bucket: 'bills',
    folder,
    region: 'us-east-1',
    api,
    role: null,
    stsApi: null,
    credentials,
  };
  const source = awsBills(reached, true, async () => reached as never);
  const { signal } = new AbortController();
  const { files } = await source.find('2026-03', 'once', signal);
  const [file] = files;
  if (!file) throw new Error('The export has no file.');
  await Array.fromAsync(source.read(file, signal));
  await failureOf(Array.fromAsync(source.read({ ...file, path: `${of}/none.csv` }, signal)));
  await failureOf(Array.fromAsync(source.read({ ...file, tag: '"another"' }, signal)));
  bucket.faults.plan('list', 'denied');
  await failureOf(source.find('2026-03', 'again', signal));
}
