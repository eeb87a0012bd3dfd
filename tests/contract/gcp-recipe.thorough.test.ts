import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { gcpRecipe } from '#server/modules/factory/clouds/gcp.ts';
import type { Ids, Recipe, StepAnswer } from '#server/modules/factory/ledger/step.ts';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { startGcp, type GcpOptions, type GcpSimulator } from '#simulators/gcp/gcp.ts';

const started: GcpSimulator[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((google) => google.close()));
});

const SETTLING = { seconds: 0.05, looks: 20, lateSeconds: 60 };
const request = {
  project_name: 'Shop-Frontend',
  folder_id: '100000000001',
  cost_center_tag: 'WBS/100-A',
  owner_tag: 'jane.doe@example.com',
  project_name_tag: 'Shop',
};

async function factory(options: GcpOptions = {}, settling = SETTLING) {
  const simulator = await startGcp({ delaySeconds: 0, ...options });
  started.push(simulator);
  const { url: api, organization, billingAccount } = simulator;
  const gcp = openGcp({ organization, billingAccount, api, simulated: true });
  return { simulator, recipe: gcpRecipe(gcp, undefined, settling) };
}

/** Goes through the steps as the ledger does: what is ambiguous or away is looked for, then asked for again. */
async function deploy(recipe: Recipe, deployment = 7, asked = request) {
  let ids: Ids = {};
  const context = () => ({
    deployment,
    request: asked,
    ids,
    doneAt: {},
    requestedBy: 'jane@example.com',
    signal: new AbortController().signal,
  });
  const notes: (string | undefined)[] = [];
  for (const step of recipe.steps) {
    const input = JSON.parse(JSON.stringify(await step.input(context()))) as Record<string, unknown>;
    let answer: StepAnswer | null = null;
    for (let attempt = 0; answer?.state !== 'done'; attempt += 1) {
      try {
        if (answer?.state === 'waiting') {
          await pause(Math.min(answer.lookAgain, 0.1) * 1000);
          answer = (await step.look?.(context(), input)) ?? null;
        } else {
          answer = attempt > 0 && step.find ? await step.find(context(), input) : null;
          answer ??= await step.call(context(), input);
        }
        ids = { ...ids, ...answer?.ids };
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind === 'refused') throw error;
      }
    }
    notes.push(answer.note);
  }
  return { ids, notes, identifier: recipe.identifier(ids) };
}

test('a request becomes one project in its folder, with labels that lose nothing, and somebody pays for it', async () => {
  const { simulator, recipe } = await factory();
  const { identifier, ids } = await deploy(recipe);
  expect(identifier).toBe('shop-frontend');
  expect([...simulator.projects.values()]).toEqual([
    expect.objectContaining({
      projectId: 'shop-frontend',
      displayName: 'Shop-Frontend',
      parent: 'folders/100000000001',
      billingAccountName: simulator.billingAccount,
      labels: {
        cost_center: '_w_b_s_2100-_a',
        owner: 'jane_1doe_0example_1com',
        project_name: '_shop',
        'skyledger-deployment': expect.stringMatching(/^d7-[0-9a-f]{8}$/),
      },
    }),
  ]);
  expect(recipe.inventory({ request, ids })).toEqual({
    provider_type: 'GcpCloudParent',
    name: 'Shop-Frontend',
    environment: 'production',
  });
});

test.each([
  ['200000000002', 'test'],
  ['200000000001', 'development'],
  ['100000000001', 'production'],
  // No folder on the way is called after one, so that nothing more is known of it.
  ['200000000000', 'non-production'],
])(
  'a project in the folder %s counts as the environment that a folder on the way to it is called after',
  async (folder_id, environment) => {
    const { recipe } = await factory();
    const asked = { ...request, folder_id };
    const { ids } = await deploy(recipe, 7, asked);
    expect(recipe.inventory({ request: asked, ids })).toMatchObject({ environment });
  },
);

test.each([
  ['Non-Production / Test', 'test'],
  ['Non-Production / Test Workloads / Shop', 'test workloads'],
  ['Business / EU-Staging', 'eu-staging'],
  ['Sites / Non-Production', 'sites'],
  ['Production / Sandbox', 'sandbox'],
  ['Shop / Latest', 'shop'],
  ['', null],
])('of a project in %j the environment is found along the whole way', async (folder, environment) => {
  const { recipe } = await factory();
  expect(recipe.inventory({ request, ids: { folder } })).toMatchObject({ environment });
});

test.each(['Nullx', 'Shop', 'Shop-Frontend'])(
  'the id that is foreseen of %s is the one that it gets',
  async (project_name) => {
    const { recipe } = await factory();
    const asked = { ...request, project_name };
    const { settings } = await recipe.plan(asked);
    const foreseen = settings.find(({ label }) => label === 'Project ID')?.value ?? '';
    const { identifier } = await deploy(recipe, 7, asked);
    // What follows from the deployment is left open.
    expect(identifier.startsWith(foreseen.replace('…', ''))).toBe(true);
    expect(foreseen.length).toBeGreaterThanOrEqual(project_name.length);
  },
);

test.each(['failing', 'garbage', 'lost', 'lost-garbage', 'conflict', 'throttled', 'expired'] as const)(
  'a creation that is %s makes one project all the same, also where Google shows it late',
  async (fault) => {
    const { simulator, recipe } = await factory({ delaySeconds: 0.3 });
    simulator.faults.plan('CreateProject', fault);
    const { identifier } = await deploy(recipe);
    expect([...simulator.projects.keys()]).toEqual([identifier]);
  },
);

test.each(['GetOperation', 'GetProject', 'UpdateProjectBillingInfo'])(
  'a lost answer of %s makes no second project',
  async (operation) => {
    const { simulator, recipe } = await factory();
    simulator.faults.plan(operation, 'lost');
    const { identifier } = await deploy(recipe);
    expect([...simulator.projects.keys()]).toEqual([identifier]);
    expect(simulator.projects.get(identifier)?.billingAccountName).toBe(simulator.billingAccount);
  },
);

test('an id that a stranger has gets a suffix, and people are told why', async () => {
  const { simulator, recipe } = await factory({ taken: ['shop-frontend'] });
  const { identifier, notes } = await deploy(recipe);
  expect(identifier).toMatch(/^shop-frontend-[0-9a-f]{5}$/);
  expect([...simulator.projects.keys()]).toEqual([identifier]);
  expect(notes[0]).toBe(`${identifier}, since shop-frontend belongs to somebody else.`);
});

test('two requests of one name are two projects', async () => {
  const { simulator, recipe } = await factory();
  const one = await deploy(recipe, 7);
  const other = await deploy(recipe, 8);
  expect([...simulator.projects.keys()]).toEqual([one.identifier, other.identifier]);
});

test('a name of four letters has an id that is long enough', async () => {
  const { recipe } = await factory();
  expect((await deploy(recipe, 7, { ...request, project_name: 'Shop' })).identifier).toMatch(
    /^shop-[0-9a-f]{5}$/,
  );
});

test('an operation that Google forgot is followed by looking for the project', async () => {
  const { simulator, recipe } = await factory({ operationsKeptSeconds: -1 });
  expect((await deploy(recipe)).identifier).toBe('shop-frontend');
  expect(simulator.faults.calls('CreateProject')).toBe(1);
});

test('labels that Google would refuse are none, however long the texts are', async () => {
  const { simulator, recipe } = await factory();
  const owner = `${'Jane.'.repeat(12)}doe@example.com`;
  const { identifier } = await deploy(recipe, 7, { ...request, owner_tag: owner });
  expect(simulator.projects.get(identifier)?.labels['owner']).toMatch(/^_--[0-9a-f]{24}$/);
});

test('a Google that takes no underscores in labels gets others, and people read which', async () => {
  const { simulator, recipe } = await factory({ narrowLabels: true });
  const { identifier, notes } = await deploy(recipe);
  const labels = simulator.projects.get(identifier)?.labels ?? {};
  expect(labels).toEqual({
    'cost-center': expect.stringMatching(/^wbs-100-a-[0-9a-f]{12}$/),
    owner: expect.stringMatching(/^jane-doe-example-com-[0-9a-f]{12}$/),
    'project-name': expect.stringMatching(/^shop-[0-9a-f]{12}$/),
    'skyledger-deployment': expect.stringMatching(/^d7-[0-9a-f]{8}$/),
  });
  expect(notes[0]).toBe(
    `Google takes no labels with underscores, so they are cost-center: ${labels['cost-center']}, owner: ${labels['owner']}, project-name: ${labels['project-name']}.`,
  );
});

test('a right on a new project that comes late is waited for, a while', async () => {
  const late = await factory({ rightsSeconds: 0.3 });
  const { identifier } = await deploy(late.recipe);
  expect(late.simulator.projects.get(identifier)?.billingAccountName).toBe(late.simulator.billingAccount);
  expect(late.simulator.faults.calls('CreateProject')).toBe(1);
  const missing = await factory({}, { ...SETTLING, lateSeconds: 0 });
  // Google's library signs in anew and asks once more.
  missing.simulator.faults.plan('UpdateProjectBillingInfo', 'denied', 2);
  await expect(deploy(missing.recipe)).rejects.toThrow(
    /^Google did not link the billing account: Permission .* denied on resource\. Give the service account/,
  );
});

test('a quota of projects that is spent says so, and is no reason to ask again', async () => {
  const { simulator, recipe } = await factory({ projectQuota: 0 });
  await expect(deploy(recipe)).rejects.toThrow(
    /^Google did not create the project: The project cannot be created because you have exceeded your allotted project quota\. Have Google raise the quota/,
  );
  expect(simulator.faults.calls('CreateProject')).toBe(1);
});

test('an API that nobody enabled is named, and no folder is said to be missing for it', async () => {
  const { simulator, recipe } = await factory();
  simulator.disabled.add('cloudresourcemanager.googleapis.com');
  await expect(recipe.check(request)).rejects.toMatchObject({
    kind: 'refused',
    code: 'SERVICE_DISABLED',
    message: expect.stringContaining('gcloud services enable cloudresourcemanager.googleapis.com --project'),
  });
});

test('a folder that the organization does not have is told before anything is made', async () => {
  const { recipe } = await factory();
  expect(await recipe.check(request)).toEqual([]);
  expect(await recipe.check({ ...request, folder_id: 'folders/100000000001' })).toEqual([]);
  for (const folder_id of ['7', 'Production'])
    expect(await recipe.check({ ...request, folder_id })).toEqual([
      {
        field: 'folder_id',
        message: 'The organization has no such folder, or the portal may not see it. Choose one of the list.',
      },
    ]);
});

test('what will be made is told before', async () => {
  const { simulator, recipe } = await factory();
  expect(await recipe.plan(request)).toEqual({
    where: 'example.com / Production / Shop',
    tags: [
      { key: 'cost_center', value: '_w_b_s_2100-_a', text: 'WBS/100-A' },
      { key: 'owner', value: 'jane_1doe_0example_1com', text: 'jane.doe@example.com' },
      { key: 'project_name', value: '_shop', text: 'Shop' },
    ],
    settings: [
      { label: 'Project ID', value: 'shop-frontend' },
      { label: 'Billing Account', value: simulator.billingAccount },
    ],
    steps: ['Create the project', 'Link the billing account'],
  });
  expect((await recipe.plan({ project_name: 'Shop' })).settings[0]).toEqual({
    label: 'Project ID',
    value: 'shop-…',
  });
});
