import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClientSecretCredential } from '@azure/identity';
import { describe, expect, it } from 'vitest';
import { openAzure } from '#server/providers/azure/azure.ts';
import { startAzure } from '#simulators/azure/azure.ts';
import { accessTo, azureOfTest, failureOf } from '#tests/support/azure.ts';

const asked = (displayName: string, more: object = {}) => ({
  displayName,
  workload: 'DevTest' as const,
  groupId: 'test',
  tags: { owner: 'ada@example.com' },
  ...more,
});

describe('a subscription', () => {
  it('is begun by an alias, and there once its time has come, in its group and with its tags', async () => {
    const { azure, simulator } = await azureOfTest();
    // Its time comes when the test says so.
    simulator.faults.plan('Alias_Create', 'stuck');
    const begun = await azure.create('skyledger-1', asked('Payments'));
    expect(begun).toEqual({ state: 'begun', subscriptionId: expect.any(String) });
    const id = begun.subscriptionId ?? '';
    expect(await azure.isThere(id)).toBe(false);
    expect(await azure.alias('skyledger-1')).toEqual(begun);
    const [alias] = simulator.state.aliases;
    if (alias) alias.readyAt = Date.now();
    expect(await azure.alias('skyledger-1')).toEqual({ state: 'made', subscriptionId: id });
    expect(await azure.isThere(id)).toBe(true);
    expect(await azure.isIn(id, 'test')).toBe(true);
    expect(await azure.isIn(id, 'production')).toBe(false);
    expect(await azure.tags(id)).toEqual({ owner: 'ada@example.com' });
    expect(simulator.state.subscriptions).toHaveLength(1);
  });

  it('is made once, however often its alias is asked for', async () => {
    const { azure, simulator } = await azureOfTest();
    const first = await azure.create('skyledger-1', asked('Payments'));
    const second = await azure.create('skyledger-1', asked('Another name'));
    expect(second.subscriptionId).toBe(first.subscriptionId);
    await azure.alias('skyledger-1');
    expect(simulator.state.subscriptions.map(({ displayName }) => displayName)).toEqual(['Payments']);
  });

  it('keeps its alias over a restart', async () => {
    const stateFile = path.join(mkdtempSync(path.join(tmpdir(), 'azure-')), 'azure.json');
    const first = await startAzure({ stateFile, delaySeconds: 0 });
    const { subscriptionId } = await openAzure(accessTo(first)).create('skyledger-1', asked('Payments'));
    await first.close();
    const { azure } = await azureOfTest({ stateFile });
    expect(await azure.alias('skyledger-1')).toEqual({ state: 'made', subscriptionId });
    expect(await azure.alias('skyledger-2')).toBeNull();
  });

  it.each([
    ['in a group that does not exist', { groupId: 'nowhere' }, /management group 'nowhere' cannot be found/],
    ['with a name that is too long', { displayName: 'x'.repeat(64) }, /1 to 63 characters/],
    ['with a tag that has a slash in its name', { tags: { 'a/b': 'c' } }, /tag name 'a\/b' has reserved/],
  ])('%s is refused with what Azure says and what to do', async (_case, more, says) => {
    const { azure } = await azureOfTest();
    const failure = await failureOf(azure.create('skyledger-1', asked('Payments', more)));
    expect(failure).toMatchObject({ kind: 'refused', message: expect.stringMatching(says) });
    expect(failure).toMatchObject({
      message: expect.stringMatching(/Correct what it names and retry, or ask anew\.$/),
    });
  });

  it('that is charged to somebody else is not allowed', async () => {
    const { simulator } = await azureOfTest();
    const billingScope = '/providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/2';
    const azure = openAzure({ ...accessTo(simulator), billingScope });
    const failure = await failureOf(azure.create('skyledger-1', asked('Payments')));
    expect(failure).toMatchObject({ kind: 'refused', code: 'UserNotAuthorized' });
  });
});

describe('tokens', () => {
  it('that expire soon are replaced', async () => {
    const { azure, simulator } = await azureOfTest({ tokenSeconds: 60 });
    await azure.groups();
    await azure.groups();
    expect(simulator.faults.calls('Token')).toBe(2);
  });

  it('that have expired are refused', async () => {
    const { azure } = await azureOfTest({ tokenSeconds: 0 });
    expect(await failureOf(azure.groups())).toMatchObject({ code: 'ExpiredAuthenticationToken' });
  });

  it('that are refused are replaced with the next call', async () => {
    const { azure, simulator } = await azureOfTest();
    await azure.groups();
    simulator.faults.plan('Entities_List', 'expired');
    expect(await failureOf(azure.groups())).toMatchObject({
      kind: 'away',
      code: 'ExpiredAuthenticationToken',
    });
    expect(await azure.groups()).not.toHaveLength(0);
    expect(simulator.faults.calls('Token')).toBe(2);
  });

  it('are asked for by an application whose secret is right', async () => {
    const { simulator } = await azureOfTest();
    const azure = openAzure({ ...accessTo(simulator), kind: 'simulator', clientSecret: 'wrong' } as never);
    expect(await failureOf(azure.groups())).toMatchObject({ kind: 'away' });
  });

  it('are given to the credentials of the SDK', async () => {
    const { simulator } = await azureOfTest();
    const { tenantId, clientId, clientSecret } = simulator.application;
    // The SDK speaks to the sign-in of Azure over TLS alone: what it sends there goes to the simulator.
    const credential = new ClientSecretCredential(tenantId, clientId, clientSecret, {
      disableInstanceDiscovery: true,
      additionalPolicies: [
        {
          position: 'perRetry',
          policy: {
            name: 'to-the-simulator',
            sendRequest: (request, next) => {
              request.url = request.url.replace('https://login.microsoftonline.com', simulator.url);
              request.allowInsecureConnection = true;
              return next(request);
            },
          },
        },
      ],
    });
    const { token } = await credential.getToken('https://management.azure.com/.default');
    const answer = await fetch(`${simulator.url}/subscriptions?api-version=2022-12-01`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
  });
});

describe('what ARM demands of every call', () => {
  const ask = async (url: string, query: string, authorization?: string) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${url}/subscriptions${query}`, { headers });
    return { status: answer.status, body: await answer.json() };
  };

  it('is a token and a version', async () => {
    const { simulator } = await azureOfTest();
    const { clientId, clientSecret, tenantId } = simulator.application;
    const given = await fetch(`${simulator.url}/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: 'https://management.azure.com/.default',
      }),
    });
    const { access_token: token } = (await given.json()) as { access_token: string };
    const error = (code: string) => ({ error: { code, message: expect.any(String) } });
    expect(await ask(simulator.url, '?api-version=2022-12-01')).toEqual({
      status: 401,
      body: error('AuthenticationFailed'),
    });
    expect(await ask(simulator.url, '?api-version=2022-12-01', 'Bearer made-up')).toEqual({
      status: 401,
      body: error('InvalidAuthenticationToken'),
    });
    expect(await ask(simulator.url, '', `Bearer ${token}`)).toEqual({
      status: 400,
      body: error('MissingApiVersionParameter'),
    });
    expect(await ask(simulator.url, '?api-version=2022-12-01', `Bearer ${token}`)).toEqual({
      status: 200,
      body: { value: [] },
    });
  });
});

describe('management groups', () => {
  it('come in pages, each with the groups above it', async () => {
    const { azure, simulator } = await azureOfTest({ groupsOfPage: 2 });
    const groups = await azure.groups();
    expect(groups).toHaveLength(simulator.state.groups.length);
    expect(groups).toContainEqual({
      id: 'production',
      name: 'production',
      above: ['Tenant Root Group', 'landingzones'],
    });
    expect(simulator.faults.calls('Entities_List')).toBe(5);
  });

  it('take a subscription from wherever it lies', async () => {
    const id = randomUUID();
    const { azure } = await azureOfTest({
      initial: { subscriptions: [{ id, displayName: 'Old', group: 'test' }] },
    });
    await azure.place(id, 'decommissioned');
    expect(await azure.isIn(id, 'decommissioned')).toBe(true);
    expect(await azure.isIn(id, 'test')).toBe(false);
  });
});

describe('roles', () => {
  it('are given once, also by two assignments', async () => {
    const id = randomUUID();
    const { azure, simulator } = await azureOfTest({
      initial: { subscriptions: [{ id, displayName: 'Old' }] },
    });
    const roleId = (await azure.role(id, 'Contributor')) ?? '';
    const principalId = randomUUID();
    await azure.assign(id, { name: randomUUID(), roleId, principalId });
    await azure.assign(id, { name: randomUUID(), roleId, principalId });
    expect(simulator.state.assignments).toHaveLength(1);
    expect(await azure.role(id, "Nobody's role")).toBeNull();
  });
});

describe('Resource Graph', () => {
  it('tells all subscriptions and machines in pages', async () => {
    const ids = Array.from({ length: 2100 }, () => randomUUID()).toSorted();
    const subscriptions = ids.map((id, at) => ({ id, displayName: `S ${at}`, group: 'online' }));
    const [owner = ''] = ids;
    const machines = Array.from({ length: 1001 }, (_, at) => ({
      id: `/subscriptions/${owner}/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm${at}`,
      name: `vm${at}`,
      subscriptionId: owner,
      location: 'westeurope',
      size: 'Standard_D2s_v5',
      powerState: 'PowerState/running',
      tags: {},
    }));
    const { azure, simulator } = await azureOfTest({ initial: { subscriptions, machines } });
    const found = await Array.fromAsync(azure.subscriptions());
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(found[0]).toEqual({
      id: owner,
      name: 'S 0',
      state: 'Enabled',
      tags: {},
      groups: ['online', 'landingzones', 'Tenant Root Group'],
      groupIds: ['online', 'landingzones', '5ce1edbe-4c61-4c0d-9d9a-7e0a1c0a2b11'],
    });
    expect(simulator.faults.calls('Resources')).toBe(3);
    const seen = await Array.fromAsync(azure.machines());
    expect(seen).toHaveLength(1001);
    expect(seen).toContainEqual(expect.objectContaining({ name: 'vm1000', power: 'running' }));
  });

  it('finds a subscription by its name, also by one with quotes', async () => {
    const id = randomUUID();
    const { azure } = await azureOfTest({
      initial: { subscriptions: [{ id, displayName: "Ada's \\ 'desk'" }] },
    });
    expect(await azure.named("ADA'S \\ 'DESK'")).toEqual([{ id, name: "Ada's \\ 'desk'" }]);
    expect(await azure.named('Ada')).toEqual([]);
  });

  it('is read on after it was throttled', async () => {
    const { azure, simulator } = await azureOfTest({
      initial: { subscriptions: [{ id: randomUUID(), displayName: 'One' }] },
    });
    simulator.faults.plan('Resources', 'throttled');
    expect(await Array.fromAsync(azure.subscriptions())).toHaveLength(1);
  });
});

describe('a call that goes wrong', () => {
  it.each([
    ['throttled', 'busy', 0],
    ['failing', 'ambiguous', 0],
    ['garbage', 'ambiguous', 0],
    ['lost', 'ambiguous', 1],
    ['lost-garbage', 'ambiguous', 1],
    ['expired', 'away', 0],
    ['conflict', 'ambiguous', 1],
  ] as const)('is made once: %s is %s', async (fault, kind, made) => {
    const { azure, simulator } = await azureOfTest();
    simulator.faults.plan('Alias_Create', fault);
    expect(await failureOf(azure.create('skyledger-1', asked('Payments')))).toMatchObject({ kind });
    expect(simulator.faults.calls('Alias_Create')).toBe(1);
    expect(simulator.state.aliases).toHaveLength(made);
  });

  it('says how long to wait where Azure says it', async () => {
    const { azure, simulator } = await azureOfTest();
    simulator.faults.plan('Alias_Create', 'throttled');
    const failure = await failureOf(azure.create('skyledger-1', asked('Payments')));
    expect(failure).toMatchObject({ retryAfterSeconds: 1 });
  });

  it('ends when its time is over', async () => {
    const { azure, simulator } = await azureOfTest({}, 2);
    simulator.faults.plan('Alias_Create', 'held-after');
    const failure = await failureOf(azure.create('skyledger-1', asked('Payments')));
    expect(failure).toMatchObject({ kind: 'ambiguous' });
    expect(simulator.state.aliases).toHaveLength(1);
  });

  it('reads nothing where nobody answers', async () => {
    const simulator = await startAzure();
    const azure = openAzure(accessTo(simulator));
    await simulator.close();
    expect(await failureOf(azure.groups())).toMatchObject({ kind: 'away' });
  });

  it('leaves a subscription that never comes where it is', async () => {
    const { azure, simulator } = await azureOfTest();
    simulator.faults.plan('Alias_Create', 'stuck');
    await azure.create('skyledger-1', asked('Payments'));
    expect(await azure.alias('skyledger-1')).toMatchObject({ state: 'begun' });
    expect(simulator.state.subscriptions).toHaveLength(0);
  });
});
