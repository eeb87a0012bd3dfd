import { expect, test } from 'vitest';
import { openAzure } from '#server/providers/azure/azure.ts';
import { answeringServer, type ServerAnswer } from '#tests/support/answering-server.ts';
import { failureOf } from '#tests/support/azure.ts';

const ID = '0b7f6c1e-5a1d-4f0e-9c3b-2d1e8f7a6b5c';
const SCOPE = '/providers/Microsoft.Billing/billingAccounts/7654321/enrollmentAccounts/1234567';
const WANTED = { displayName: 'Payments', workload: 'DevTest' as const, groupId: 'test', tags: {} };

/** Azure's body for an error. */
const error = (code: string, message = `Azure says ${code}.`) => ({ error: { code, message } });

async function azureThat(answer: (path: string, body: string) => ServerAnswer) {
  const { access, requests } = await answeringServer(answer);
  return { azure: openAzure({ ...access, billingScope: SCOPE }, 5), requests };
}

/** What becomes of an answer to a call that reads, and to one that changes something. */
test.each([
  ['is called too often', 429, error('TooManyRequests'), 'busy', 'busy'],
  ['has an expired token', 401, error('ExpiredAuthenticationToken'), 'away', 'away'],
  ['has a token that cannot be read', 401, error('InvalidAuthenticationToken'), 'away', 'away'],
  ['has a token of another tenant', 401, error('InvalidAuthenticationTokenTenant'), 'away', 'away'],
  ['has no token', 401, error('AuthenticationFailed'), 'away', 'away'],
  ['may not create subscriptions', 401, error('UserNotAuthorized'), 'refused', 'refused'],
  ['is unauthorized without a reason', 401, '', 'refused', 'refused'],
  ['has no right', 403, error('AuthorizationFailed'), 'refused', 'refused'],
  ['names a wrong group', 400, error('InvalidManagementGroupId'), 'refused', 'refused'],
  ['is too late for a subscription', 404, error('SubscriptionNotFound'), 'refused', 'refused'],
  ['meets another change', 409, error('Conflict'), 'ambiguous', 'ambiguous'],
  ['is answered too late', 408, error('RequestTimeout'), 'away', 'ambiguous'],
  ['meets a fault', 500, error('InternalServerError'), 'away', 'ambiguous'],
  ['meets a gateway', 502, '<html>Bad Gateway</html>', 'away', 'ambiguous'],
  ['meets a service that is down', 503, error('ServiceUnavailable'), 'away', 'ambiguous'],
  ['meets a slow service', 504, error('GatewayTimeout'), 'away', 'ambiguous'],
])('who %s gets %i of Azure', async (_who, status, body, reads, writes) => {
  const { azure, requests } = await azureThat(() => ({ status, body, headers: { 'retry-after': '17' } }));
  expect(await failureOf(azure.tags(ID))).toMatchObject({ kind: reads, status, retryAfterSeconds: 17 });
  expect(await failureOf(azure.create('alias', WANTED))).toMatchObject({ kind: writes, status });
  expect(requests).toHaveLength(2);
});

test('who may not create subscriptions is told which role is missing, and to whom it is given', async () => {
  for (const status of [401, 403]) {
    const { azure } = await azureThat(() => ({ status, body: error('UserNotAuthorized') }));
    expect(await failureOf(azure.create('alias', WANTED))).toMatchObject({
      code: 'UserNotAuthorized',
      message: expect.stringMatching(
        /enterprise application the billing role SubscriptionCreator \(a0bcee42-bf30-4d1b-926a-48d21664ef71\)/,
      ),
    });
  }
});

test.each(['SubscriptionNotFound', 'NotFound', 'a word that nobody knows', ''])(
  'what is 404 is not there, also with the code %j',
  async (code) => {
    const { azure } = await azureThat(() => ({ status: 404, body: code === '' ? '' : error(code) }));
    expect([await azure.alias('alias'), await azure.isThere(ID), await azure.isIn(ID, 'test')]).toEqual([
      null,
      false,
      false,
    ]);
  },
);

test('a code for what is not there decides nothing where the status says something else', async () => {
  const { azure } = await azureThat(() => ({ status: 403, body: error('SubscriptionNotFound') }));
  expect(await failureOf(azure.isThere(ID))).toMatchObject({ kind: 'refused' });
});

test('a role that the group has already is as good as given', async () => {
  const { azure } = await azureThat(() => ({ status: 409, body: error('RoleAssignmentExists') }));
  const wanted = { name: ID, roleId: '/providers/x', principalId: ID };
  await expect(azure.assign(ID, wanted)).resolves.toBeUndefined();
});

test('rows whose next page is one that was read end the reading with a failure that says so', async () => {
  const page = { totalRecords: 9, count: 1, resultTruncated: 'false', data: [{ id: 'one' }] };
  const { azure, requests } = await azureThat(() => ({
    status: 200,
    body: { ...page, $skipToken: 'again' },
  }));
  expect(await failureOf(Array.fromAsync(azure.machines()))).toMatchObject({
    kind: 'away',
    message: expect.stringContaining('leads back to a page'),
  });
  expect(requests).toHaveLength(2);
});

/** Rights on a billing scope as Azure lists them, by whose agreement it is. */
test.each([
  [
    'an enrollment account',
    ['Microsoft.Billing/billingAccounts/enrollmentAccounts/billingSubscriptions/write'],
    true,
  ],
  [
    'an invoice section',
    ['30000000-aaaa-bbbb-cccc-200000000001', '30000000-aaaa-bbbb-cccc-200000000013'],
    true,
  ],
  ['a reader', ['Microsoft.Billing/billingAccounts/enrollmentAccounts/billingSubscriptions/read'], null],
  ['a reader of an invoice section', ['30000000-aaaa-bbbb-cccc-200000000001'], null],
  ['nobody', [], null],
])('whether subscriptions may be created is read of the rights of %s', async (_whose, actions, mayCreate) => {
  const { azure } = await azureThat((path) => ({
    status: 200,
    body: path.includes('billingPermissions') ? { value: [{ actions, notActions: [] }] } : { id: SCOPE },
  }));
  expect(await azure.billing()).toEqual({ mayCreate });
});
