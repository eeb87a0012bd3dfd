import { expect, test } from 'vitest';
import { openDirectory } from '#server/providers/graph/graph.ts';
import { answeringServer, type ServerAnswer } from '#tests/support/answering-server.ts';
import { failureOf } from '#tests/support/azure.ts';

const GROUP = '00000000-0000-4000-8000-000000000011';
const PERSON = '00000000-0000-4000-8000-000000000001';

/** Graph's body for an error. */
const error = (code: string, message = `Graph says ${code}.`) => ({
  error: { code, message, innerError: { 'request-id': GROUP, date: '2026-01-01T00:00:00' } },
});

async function directoryThat(answer: (path: string, body: string) => ServerAnswer, patienceSeconds = 0) {
  const { access, requests } = await answeringServer(answer);
  return { directory: openDirectory(access, { callSeconds: 5, patienceSeconds }), requests };
}

/** What becomes of an answer to a call that reads, and to one that changes something. */
test.each([
  ['is called too often', 429, error('TooManyRequests'), 'busy', 'busy'],
  ['is overloaded and says for how long', 503, error('serviceNotAvailable'), 'busy', 'busy'],
  ['meets another change', 409, error('Directory_ConcurrencyViolation'), 'busy', 'busy'],
  ['has an expired token', 401, error('InvalidAuthenticationToken'), 'away', 'away'],
  ['is unknown to the tenant', 401, error('Authorization_IdentityNotFound'), 'refused', 'refused'],
  ['lacks a permission', 403, error('Authorization_RequestDenied'), 'refused', 'refused'],
  [
    'has an account of a wrong kind',
    403,
    error('Authentication_RequestFromUnsupportedUserRole'),
    'refused',
    'refused',
  ],
  ['asks wrongly', 400, error('Request_BadRequest'), 'refused', 'refused'],
  ['names what is not there', 404, error('Request_ResourceNotFound'), 'refused', 'refused'],
  ['meets a lock', 423, error('resourceLocked'), 'refused', 'refused'],
  ['meets a fault', 500, error('generalException'), 'away', 'ambiguous'],
  ['meets a gateway', 502, '<html>Bad Gateway</html>', 'away', 'ambiguous'],
  ['meets a slow service', 504, error('UnknownError'), 'away', 'ambiguous'],
])('who %s gets %i of Graph', async (_who, status, body, reads, writes) => {
  const { directory, requests } = await directoryThat(() => ({
    status,
    body,
    headers: { 'retry-after': '30' },
  }));
  expect(await failureOf(directory.groupsNamed('SG'))).toMatchObject({
    kind: reads,
    status,
    retryAfterSeconds: 30,
  });
  expect(await failureOf(directory.addMember(GROUP, PERSON))).toMatchObject({ kind: writes, status });
  expect(requests).toHaveLength(2);
});

test('who lacks a permission is told which one the call needs', async () => {
  const { directory } = await directoryThat(() => ({
    status: 403,
    body: error('Authorization_RequestDenied'),
  }));
  const named = async (call: Promise<unknown>) =>
    /the permission ([\w.]+) of/.exec(((await failureOf(call)) as Error).message)?.[1];
  expect(await named(directory.person('ada@example.com'))).toBe('User.Read.All');
  expect(await named(directory.groupsNamed('SG'))).toBe('Group.Read.All');
  expect(await named(directory.removeMember(GROUP, PERSON))).toBe('GroupMember.ReadWrite.All');
  expect(await named(directory.addOwner(GROUP, PERSON))).toBe('Group.ReadWrite.All');
});

test('who is there already or gone already counts as done', async () => {
  const there = error(
    'Request_BadRequest',
    "One or more added object references already exist for the following modified properties: 'members'.",
  );
  const { directory } = await directoryThat((path) =>
    path.endsWith('/members/$ref') || path.endsWith('/owners/$ref')
      ? { status: 400, body: there }
      : { status: 404, body: error('Request_ResourceNotFound') },
  );
  expect(await directory.addMember(GROUP, PERSON)).toBe('present');
  expect(await directory.addOwner(GROUP, PERSON)).toBe('present');
  expect(await directory.removeMember(GROUP, PERSON)).toBe('absent');
});

test.each([
  [410, 'resyncRequired'],
  [410, 'syncStateNotFound'],
  [400, 'syncStateNotFound'],
])(
  'a cursor that is refused by %i %s has the code by which everything is read anew',
  async (status, code) => {
    const { directory } = await directoryThat(() => ({ status, body: error(code) }));
    expect(await failureOf(Array.fromAsync(directory.people('/users/delta?$deltatoken=old')))).toMatchObject({
      kind: 'refused',
      code: 'resyncRequired',
    });
  },
);

test('what reads waits for as long as Graph wants, and what changes something is sent once', async () => {
  let answers = 0;
  const { directory, requests } = await directoryThat(() => {
    answers += 1;
    return answers < 3
      ? { status: 429, body: error('TooManyRequests'), headers: { 'retry-after': '0' } }
      : { status: 200, body: { value: [] } };
  }, 10);
  expect(await directory.groupsNamed('SG')).toEqual([]);
  expect(requests).toHaveLength(3);
  answers = 0;
  expect(await failureOf(directory.addMember(GROUP, PERSON))).toMatchObject({ kind: 'busy' });
  expect(requests).toHaveLength(4);
});

test.each(['people', 'groups'] as const)(
  'pages of %s that lead back to one that was read end the reading with a failure that says so',
  async (what) => {
    const kind = what === 'people' ? 'users' : 'groups';
    const { directory, requests } = await directoryThat((path) => ({
      status: 200,
      body: {
        value: [],
        '@odata.nextLink': `https://graph.microsoft.com/v1.0/${kind}/delta?$skiptoken=${path.endsWith('one') ? 'two' : 'one'}`,
      },
    }));
    expect(await failureOf(Array.fromAsync<unknown>(directory[what](null)))).toMatchObject({
      kind: 'away',
      message: expect.stringContaining('leads back to a page'),
    });
    expect(requests).toHaveLength(3);
  },
);

test('groups that Graph reports no owners of, or changes no members of, are told by what they are', async () => {
  const group = (displayName: string, given: object) => ({ id: displayName, displayName, ...given });
  const { directory } = await directoryThat(() => ({
    status: 200,
    body: {
      value: [
        group('security', { groupTypes: [], mailEnabled: false }),
        group('of Microsoft 365', { groupTypes: ['Unified'], mailEnabled: true }),
        group('synced', { groupTypes: [], mailEnabled: false, onPremisesSyncEnabled: true }),
        group('distribution', { groupTypes: [], mailEnabled: true, securityEnabled: false }),
        group('mail-enabled security', { groupTypes: [], mailEnabled: true, securityEnabled: true }),
      ],
    },
  }));
  const found = await directory.groupsNamed('SG');
  expect(found.filter(({ syncedElsewhere }) => syncedElsewhere).map(({ name }) => name)).toEqual([
    'synced',
    'distribution',
    'mail-enabled security',
  ]);
});
