import { expect, it, onTestFinished } from 'vitest';
import { openDirectory } from '#server/providers/graph/graph.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import { simulatedApplication, startGraph, type GraphSimulator } from '#simulators/graph/graph.ts';
import { graphJudge } from './clouds.ts';
import { conformanceOf, unseen } from './conforming.ts';
import { recorderBefore } from './proxy.ts';
import { sentToGraph } from './sent.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [ADA, BEN, TEAM, OTHERS, SYNCED, EXCHANGE, NOBODY] = [1, 2, 11, 12, 13, 14, 99].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

const person = (own: string, name: string, email: string | null) => ({
  id: own,
  name,
  userPrincipalName: `${name.toLowerCase()}@tenant.example`,
  email,
  enabled: true,
});
const group = (own: string, name: string, given: object = {}) => ({
  id: own,
  name,
  description: null,
  email: null,
  dynamic: false,
  syncedElsewhere: false,
  members: [] as string[],
  owners: [] as string[],
  ...given,
});
const initial = {
  people: [person(ADA, 'Ada', "o'ada@example.com"), person(BEN, 'Ben', null)],
  groups: [
    group(TEAM, "The team's", { members: [ADA, OTHERS], owners: [ADA], description: 'Builds.' }),
    group(OTHERS, 'Others', { dynamic: true, members: [BEN] }),
    group(SYNCED, 'Synced', { syncedElsewhere: true }),
    group(EXCHANGE, 'Everybody', { mailEnabled: true, email: 'everybody@example.com' }),
  ],
};

const failing = (call: Promise<unknown>) => call.catch((error: unknown) => error);

/** Reads to the end, and answers where the next reading goes on. */
async function endOf(pages: AsyncIterable<{ cursor: string | null }>): Promise<string> {
  const read = await Array.fromAsync(pages);
  return read.at(-1)?.cursor ?? '';
}

async function change(directory: Directory): Promise<void> {
  expect(await directory.addMember(TEAM, BEN)).toBe('added');
  expect(await directory.addMember(TEAM, BEN)).toBe('present');
  expect(await directory.addOwner(TEAM, BEN)).toBe('added');
  expect(await directory.addOwner(TEAM, BEN)).toBe('present');
  expect(await directory.removeMember(TEAM, BEN)).toBe('removed');
  expect(await directory.removeMember(TEAM, BEN)).toBe('absent');
}

async function look(directory: Directory): Promise<void> {
  for (const key of [ADA, 'ada@tenant.example', "o'ada@example.com", NOBODY]) await directory.person(key);
  for (const key of [ADA, 'ben@tenant.example', NOBODY]) await directory.groupsOf(key);
  await directory.groupsNamed("The team's");
}

async function beRefused(directory: Directory, simulator: GraphSimulator, cursor: string): Promise<void> {
  const { faults, permissions } = simulator;
  await failing(directory.addMember(NOBODY, ADA));
  await failing(directory.addMember(TEAM, NOBODY));
  await failing(directory.addMember(OTHERS, ADA));
  await failing(directory.addMember(SYNCED, ADA));
  await failing(directory.removeMember(NOBODY, ADA));
  for (const operation of ['users.delta', 'groups.members.add'])
    for (const fault of ['throttled', 'failing', 'expired'] as const) {
      faults.plan(operation, fault);
      await failing(
        operation === 'users.delta' ? endOf(directory.people(null)) : directory.addMember(TEAM, BEN),
      );
    }
  for (const word of ['resyncRequired', 'syncStateNotFound'] as const) {
    simulator.directory.expireTokens(word);
    await failing(endOf(directory.groups(cursor)));
  }
  permissions.clear();
  await failing(endOf(directory.people(null)));
  await failing(directory.addOwner(TEAM, BEN));
}

it('Microsoft Graph: everything that the provider and the simulator say is of its metadata', async () => {
  const simulator = await startGraph({ initial, pageSize: 1, referencesOfEntry: 1 });
  onTestFinished(() => simulator.close());
  const { url, exchanges } = await recorderBefore(simulator.url);
  const directory = openDirectory({ kind: 'simulator', url, ...simulatedApplication });
  const people = await endOf(directory.people(null));
  const groups = await endOf(directory.groups(null));
  await change(directory);
  simulator.directory.removeGroup(OTHERS);
  await look(directory);
  await endOf(directory.people(people));
  await endOf(directory.groups(groups));
  await beRefused(directory, simulator, groups);

  const isSignIn = (path: string) => path.endsWith('/oauth2/v2.0/token');
  const { faults, operations } = conformanceOf(graphJudge(), exchanges, isSignIn);
  expect(faults).toEqual([]);
  expect(unseen(sentToGraph(), operations)).toEqual([]);
});
