import { expect, onTestFinished, test } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { openDirectory } from '#server/providers/graph/graph.ts';
import { simulatedApplication, startGraph, type GraphOptions } from '#simulators/graph/graph.ts';

const ADA = '00000000-0000-4000-8000-000000000001';
const BEN = '00000000-0000-4000-8000-000000000002';
const TEAM = '00000000-0000-4000-8000-000000000011';
const SYNCED = '00000000-0000-4000-8000-000000000012';
const DYNAMIC = '00000000-0000-4000-8000-000000000013';
const EXCHANGE = '00000000-0000-4000-8000-000000000015';
const NOBODY = '00000000-0000-4000-8000-000000000099';

const group = (id: string, name: string, given: object = {}) => ({
  id,
  name,
  description: null,
  email: null,
  dynamic: false,
  syncedElsewhere: false,
  members: [] as string[],
  owners: [] as string[],
  ...given,
});

async function start(options: GraphOptions = {}) {
  const simulator = await startGraph({
    initial: {
      people: [
        {
          id: ADA,
          name: 'Ada',
          userPrincipalName: 'ada@tenant.example',
          email: "o'ada@example.com",
          enabled: true,
        },
        { id: BEN, name: 'Ben', userPrincipalName: 'ben@tenant.example', email: null, enabled: true },
      ],
      groups: [
        group(TEAM, "SG_SPINCO_O'Neill & Co", { members: [ADA] }),
        group(SYNCED, 'SG_SPINCO_SYNCED', { syncedElsewhere: true }),
        group(DYNAMIC, 'SG_SPINCO_DYNAMIC', { dynamic: true }),
        group(EXCHANGE, 'SG_SPINCO_MAIL', { mailEnabled: true }),
      ],
    },
    ...options,
  });
  onTestFinished(() => simulator.close());
  const access = { kind: 'simulator' as const, url: simulator.url, ...simulatedApplication };
  return { simulator, directory: openDirectory(access, { patienceSeconds: 1, callSeconds: 5 }) };
}

const failureOf = (asked: Promise<unknown>): Promise<ProviderFailure> =>
  asked.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ProviderFailure);
      return error as ProviderFailure;
    },
  );

async function all<Item>(pages: AsyncIterable<{ items: Item[] }>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const { items } of pages) found.push(...items);
  return found;
}

test('a person is found by address, by user principal name and by object id, and else nobody is', async () => {
  const { directory } = await start();
  for (const key of ["O'ADA@example.com", ' ada@tenant.example ', ADA])
    expect(await directory.person(key)).toEqual({
      id: ADA,
      name: 'Ada',
      userPrincipalName: 'ada@tenant.example',
      email: "o'ada@example.com",
      enabled: true,
    });
  expect(await directory.person('nobody@example.com')).toBeNull();
  expect(await directory.person(NOBODY)).toBeNull();
});

test('groups are found by exactly their name, quotes and all', async () => {
  const { simulator, directory } = await start();
  expect(await directory.groupsNamed("SG_SPINCO_O'Neill & Co")).toEqual([
    {
      id: TEAM,
      name: "SG_SPINCO_O'Neill & Co",
      description: null,
      email: null,
      dynamic: false,
      syncedElsewhere: false,
    },
  ]);
  simulator.directory.addGroup({ name: 'SG_SPINCO_DYNAMIC' });
  expect(await directory.groupsNamed('SG_SPINCO_DYNAMIC')).toHaveLength(2);
  expect(await directory.groupsNamed('SG_SPINCO')).toEqual([]);
});

test('the groups around a person are found by object id or user principal name, never by address', async () => {
  const { simulator, directory } = await start();
  // More than a page of Graph has, and groups within each other.
  const many = Array.from({ length: 1100 }, (_, at) =>
    simulator.directory.addGroup({ name: `Many ${at}`, members: [ADA] }),
  );
  const outer = simulator.directory.addGroup({ name: 'Outer', members: [TEAM] });
  simulator.directory.put(TEAM, 'members', outer.id);
  const expected = [TEAM, outer.id, ...many.map(({ id }) => id)].toSorted();
  for (const key of [ADA, 'ADA@tenant.example'])
    expect((await directory.groupsOf(key))?.toSorted()).toEqual(expected);
  expect(await directory.groupsOf(BEN)).toEqual([]);
  for (const key of ["o'ada@example.com", NOBODY]) expect(await directory.groupsOf(key)).toBeNull();
});

test('who is there already, and who is gone already, counts as done', async () => {
  const { simulator, directory } = await start();
  expect(await directory.addMember(TEAM, BEN)).toBe('added');
  expect(await directory.addMember(TEAM, BEN)).toBe('present');
  expect(await directory.removeMember(TEAM, BEN)).toBe('removed');
  expect(await directory.removeMember(TEAM, BEN)).toBe('absent');
  expect(await directory.addOwner(TEAM, BEN)).toBe('added');
  expect(await directory.addOwner(TEAM, BEN)).toBe('present');
  expect(simulator.directory.groups.get(TEAM)).toMatchObject({ members: [ADA], owners: [BEN] });
  // Taking somebody out of a group does not take them out of the directory.
  expect(simulator.directory.people.size).toBe(2);
});

test('groups that are kept elsewhere or by a rule refuse, and nobody knows a stranger', async () => {
  const { directory } = await start();
  for (const id of [SYNCED, DYNAMIC, EXCHANGE]) {
    expect(await failureOf(directory.addMember(id, ADA))).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('The directory refuses to add somebody to the group'),
    });
  }
  expect((await failureOf(directory.addMember(TEAM, NOBODY))).kind).toBe('refused');
});

test('who is in a group with hidden membership is read with a permission of its own', async () => {
  const HIDDEN = '00000000-0000-4000-8000-000000000014';
  const { simulator, directory } = await start({
    initial: { people: [], groups: [group(HIDDEN, 'SG_SPINCO_HIDDEN', { hidden: true, members: [ADA] })] },
  });
  const members = async () =>
    (await all(directory.groups(null))).flatMap((one) => (one.gone ? [] : one.members.map(({ id }) => id)));
  expect(await members()).toEqual([ADA]);
  simulator.permissions.delete('Member.Read.Hidden');
  expect(await members()).toEqual([]);
});

test('a change whose answer is lost is made once, and may be asked for again', async () => {
  const { simulator, directory } = await start();
  for (const fault of ['lost', 'lost-garbage'] as const) {
    simulator.faults.plan('groups.members.add', fault);
    expect((await failureOf(directory.addMember(TEAM, BEN))).kind).toBe('ambiguous');
    expect(await directory.addMember(TEAM, BEN)).toBe('present');
    expect(simulator.directory.groups.get(TEAM)?.members).toEqual([ADA, BEN]);
    await directory.removeMember(TEAM, BEN);
  }
  simulator.throttle.seconds = 1;
  const before = simulator.faults.calls('groups.members.add');
  simulator.faults.plan('groups.members.add', 'throttled');
  expect(await failureOf(directory.addMember(TEAM, BEN))).toMatchObject({
    kind: 'busy',
    retryAfterSeconds: 1,
  });
  expect(simulator.faults.calls('groups.members.add')).toBe(before + 1);
});

test('a reading goes on from the page where another one broke off, and tells later what changed since', async () => {
  const { simulator, directory } = await start({ pageSize: 1 });
  const pages = directory.people(null)[Symbol.asyncIterator]();
  const first = (await pages.next()).value as { items: unknown[]; next: string | null };
  expect(first.items).toHaveLength(1);
  expect(first.next).toMatch(/^\/users\/delta\?\$skiptoken=/);
  const rest = [];
  let cursor: string | null = null;
  for await (const page of directory.people(first.next)) {
    rest.push(...page.items);
    ({ cursor } = page);
  }
  expect(rest).toEqual([expect.objectContaining({ id: BEN })]);
  simulator.directory.changePerson(ADA, { enabled: false });
  simulator.directory.removePerson(BEN);
  expect(await all(directory.people(cursor))).toEqual([
    expect.objectContaining({ id: ADA, enabled: false, gone: false }),
    { id: BEN, gone: true },
  ]);
});

test('each failure says what to do', async () => {
  const { simulator, directory } = await start({ pageSize: 1 });
  const failing = (path: string, fault: Parameters<typeof simulator.faults.plan>[1]) => {
    simulator.faults.plan(path, fault);
    return failureOf(all(directory.groups(null)));
  };
  expect(await failing('groups.delta', 'failing')).toMatchObject({ kind: 'away' });
  expect(await failing('groups.delta', 'garbage')).toMatchObject({ kind: 'away' });
  expect(await failing('groups.delta', 'lost')).toMatchObject({ kind: 'away' });
  const expired = await failing('groups.delta', 'expired');
  expect(expired).toMatchObject({ kind: 'away', message: expect.stringContaining('renew the secret') });
  simulator.throttle.seconds = 300;
  expect(await failing('groups.delta', 'throttled')).toMatchObject({ kind: 'busy', retryAfterSeconds: 300 });
  simulator.directory.expireTokens();
  simulator.permissions.clear();
  const denied = await failureOf(all(directory.groups(null)));
  expect(denied).toMatchObject({ kind: 'refused', code: 'Authorization_RequestDenied' });
  expect(denied.message).toContain('the permission Group.Read.All of Microsoft Graph');
});

test('a cursor that is too old says so, whichever way Graph says it', async () => {
  const { simulator, directory } = await start();
  for (const refusal of ['resyncRequired', 'syncStateNotFound'] as const) {
    let cursor: string | null = null;
    for await (const page of directory.groups(null)) ({ cursor } = page);
    simulator.directory.expireTokens(refusal);
    expect(await failureOf(all(directory.groups(cursor)))).toMatchObject({ code: 'resyncRequired' });
  }
});

test('a directory that nobody reaches is away, and credentials that are wrong are refused', async () => {
  const nowhere = openDirectory({ kind: 'simulator', url: 'http://127.0.0.1:9', ...simulatedApplication });
  expect((await failureOf(nowhere.person('ada@example.com'))).kind).toBe('away');
  const { simulator } = await start();
  const wrong = { ...simulatedApplication, clientSecret: 'another' };
  const locked = openDirectory({ kind: 'simulator', url: simulator.url, ...wrong });
  expect((await failureOf(locked.person('ada@example.com'))).message).toContain('Are its credentials right?');
});

test('links of pages never lead the token to another host', async () => {
  const stolen: string[] = [];
  const thief = createServer((request, response) => {
    stolen.push(String(request.headers.authorization));
    response.end('{"value":[]}');
  });
  await new Promise<void>((ready) => thief.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void thief.close());
  const { port } = thief.address() as AddressInfo;
  const { simulator, directory } = await start();
  await failureOf(all(directory.people(`http://127.0.0.1:${port}/v1.0/users/delta?$skiptoken=x`)));
  expect(stolen).toEqual([]);
  expect(simulator.faults.calls('users.delta')).toBe(1);
});
