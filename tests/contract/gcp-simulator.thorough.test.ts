import { mkdtemp, rm, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import type { NewGcpProject } from '#server/providers/gcp/interface.ts';
import { startGcp, type GcpOptions, type GcpSimulator } from '#simulators/gcp/gcp.ts';

const started: GcpSimulator[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((google) => google.close()));
});

/** A simulator and Google's own libraries that talk to it. */
async function google(options: GcpOptions = {}, callSeconds?: number) {
  const simulator = await startGcp({ delaySeconds: 0, ...options });
  started.push(simulator);
  const { url: api, organization, billingAccount } = simulator;
  return { simulator, gcp: openGcp({ organization, billingAccount, api, simulated: true }, callSeconds) };
}

const wanted = (id: string, labels: Record<string, string> = {}): NewGcpProject => ({
  id,
  name: id,
  parent: 'folders/100000000001',
  labels,
});

test('a project is made by an operation, has its labels and can be paid for', async () => {
  const { simulator, gcp } = await google();
  const { operation } = await gcp.createProject(wanted('shop-frontend', { owner: 'jane' }));
  expect(await gcp.creation(operation)).toEqual({ state: 'done' });
  expect(await gcp.project('shop-frontend')).toMatchObject({
    id: 'shop-frontend',
    parent: 'folders/100000000001',
    labels: { owner: 'jane' },
    active: true,
  });
  await gcp.linkBilling('shop-frontend');
  expect(simulator.projects.get('shop-frontend')?.billingAccountName).toBe(simulator.billingAccount);
});

test('a project is shown only once its operation is over', async () => {
  const { gcp } = await google({ delaySeconds: 1 });
  const { operation } = await gcp.createProject(wanted('shop-frontend'));
  expect(await gcp.creation(operation)).toEqual({ state: 'running' });
  expect(await gcp.project('shop-frontend')).toBeNull();
  await expect.poll(() => gcp.creation(operation), { timeout: 60_000 }).toEqual({ state: 'done' });
  expect(await gcp.project('shop-frontend')).not.toBeNull();
});

test('an id that anybody in the world has is refused, and nobody is told whose it is', async () => {
  const { gcp } = await google({ taken: ['harbour-lights'] });
  await expect(gcp.createProject(wanted('harbour-lights'))).rejects.toMatchObject({
    kind: 'ambiguous',
    code: 'ALREADY_EXISTS',
  });
  expect(await gcp.project('harbour-lights')).toBeNull();
});

test.each([
  ['an id with capitals', wanted('Shop-Frontend')],
  ['an id that is too short', wanted('shop')],
  ['an id with a word that Google keeps for itself', wanted('shop-google')],
  ['a label with an address', wanted('shop-frontend', { owner: 'jane@example.com' })],
  ['a label that is too long', wanted('shop-frontend', { owner: 'a'.repeat(64) })],
  ['a key with a capital', wanted('shop-frontend', { Owner: 'jane' })],
  ['a folder that does not exist', { ...wanted('shop-frontend'), parent: 'folders/7' }],
])('%s is refused', async (_, project) => {
  const { gcp } = await google();
  await expect(gcp.createProject(project)).rejects.toMatchObject({
    kind: 'refused',
    code: 'INVALID_ARGUMENT',
  });
});

test('an operation is forgotten after a while', async () => {
  const { gcp } = await google({ operationsKeptSeconds: -1 });
  const { operation } = await gcp.createProject(wanted('shop-frontend'));
  expect(await gcp.creation(operation)).toEqual({ state: 'forgotten' });
});

test('all folders are told over pages, with what they lie in', async () => {
  const { gcp } = await google({ pageSize: 2 });
  const folders = await gcp.folders();
  expect(folders).toHaveLength(9);
  expect(folders).toContainEqual({ id: '100000000001', name: 'Shop', parent: 'folders/100000000000' });
  expect(await gcp.folder('100000000001')).toMatchObject({ name: 'Shop' });
  expect(await gcp.folder('7')).toBeNull();
});

test('the inventory tells projects and machines over pages', async () => {
  const machine = { zone: 'europe-west3-a', machineType: 'e2-medium', status: 'RUNNING', projectId: 'p-0' };
  const { gcp } = await google({
    pageSize: 2,
    initial: {
      projects: Array.from({ length: 5 }, (_, index) => ({
        projectId: `p-${index}`,
        labels: { owner: 'a' },
      })),
      machines: [{ ...machine, id: '1', name: 'web-1' }],
    },
  });
  const projects = (await Array.fromAsync(gcp.projects())).flat();
  expect(projects.map(({ id }) => id)).toEqual(['p-0', 'p-1', 'p-2', 'p-3', 'p-4']);
  expect(projects[0]).toEqual({
    id: 'p-0',
    number: expect.stringMatching(/^\d+$/),
    name: 'p-0',
    active: true,
    labels: { owner: 'a' },
    parent: 'folders/100000000000',
    folders: ['folders/100000000000'],
  });
  expect((await Array.fromAsync(gcp.machines())).flat()).toEqual([
    {
      id: '//compute.googleapis.com/projects/p-0/zones/europe-west3-a/instances/web-1',
      name: 'web-1',
      project: 'p-0',
      zone: 'europe-west3-a',
      type: 'e2-medium',
      state: 'RUNNING',
    },
  ]);
});

test('reading the inventory goes on where Google is busy or fails for a moment', async () => {
  const { simulator, gcp } = await google({ initial: { projects: [{ projectId: 'p-0' }] } });
  simulator.faults.plan('SearchAllResources', 'throttled');
  simulator.faults.plan('SearchAllResources', 'failing');
  expect((await Array.fromAsync(gcp.projects())).flat()).toHaveLength(1);
});

test.each([
  ['throttled', 'busy'],
  ['failing', 'ambiguous'],
  ['garbage', 'ambiguous'],
  ['lost', 'ambiguous'],
  ['lost-garbage', 'ambiguous'],
  ['conflict', 'ambiguous'],
] as const)('a project whose creation is %s is a failure that is %s, after one call', async (fault, kind) => {
  const { simulator, gcp } = await google();
  simulator.faults.plan('CreateProject', fault);
  await expect(gcp.createProject(wanted('shop-frontend'))).rejects.toMatchObject({ kind });
  expect(simulator.faults.calls('CreateProject')).toBe(1);
});

test('who is told to come back is told when', async () => {
  const { simulator, gcp } = await google();
  simulator.faults.plan('GetProject', 'throttled');
  await expect(gcp.project('shop-frontend')).rejects.toMatchObject({ kind: 'busy', retryAfterSeconds: 1 });
});

test('a call that is never answered is given up', async () => {
  const { simulator, gcp } = await google({}, 0.2);
  simulator.faults.plan('CreateProject', 'held-before');
  await expect(gcp.createProject(wanted('shop-frontend'))).rejects.toMatchObject({ kind: 'ambiguous' });
});

test('a token that is too old is taken anew', async () => {
  const { simulator, gcp } = await google();
  simulator.faults.plan('GetFolder', 'expired');
  expect(await gcp.folder('100000000001')).not.toBeNull();
  expect(simulator.faults.calls('Token')).toBe(2);
});

test('nobody is answered without a token', async () => {
  const { simulator } = await google();
  const answer = await fetch(`${simulator.url}/v3/folders:search`, {
    headers: { authorization: 'Bearer none' },
  });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } });
});

test('a Google that is away is told as that', async () => {
  const { simulator, gcp } = await google();
  await simulator.close();
  await expect(gcp.createProject(wanted('shop-frontend'))).rejects.toMatchObject({ kind: 'away' });
});

test('a simulator that starts again knows what was made, and a line that was cut off harms nothing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'skyledger-gcp-'));
  const stateFile = path.join(folder, 'gcp.jsonl');
  const first = await google({ stateFile, initial: { projects: [{ projectId: 'from-before' }] } });
  const { operation } = await first.gcp.createProject(wanted('shop-frontend'));
  await first.simulator.close();
  await appendFile(stateFile, '{"kind":"project","rec');
  const { gcp } = await google({ stateFile, initial: { projects: [{ projectId: 'never-there' }] } });
  expect(await gcp.creation(operation)).toEqual({ state: 'done' });
  expect((await Array.fromAsync(gcp.projects())).flat().map(({ id }) => id)).toEqual([
    'from-before',
    'shop-frontend',
  ]);
  await rm(folder, { recursive: true });
});
