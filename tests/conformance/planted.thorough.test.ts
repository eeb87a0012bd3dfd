import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { awsJudge } from './aws.ts';
import { blobJudge } from './blob.ts';
import { azureJudge, bigQueryJudge, gcpJudge, githubJudge, graphJudge } from './clouds.ts';
import { conformanceOf } from './conforming.ts';
import { recorderBefore, type Exchange } from './proxy.ts';

/** What one request that is sent through a recorder is judged to be. */
async function faultsOf(
  judge: (exchange: Exchange) => ReturnType<ReturnType<typeof awsJudge>>,
  sent: { method: string; path: string; headers?: Record<string, string>; body?: unknown },
  answered: { status: number; headers?: Record<string, string>; body?: unknown },
): Promise<string[]> {
  const text = (body: unknown) =>
    typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const server = createServer((_request, response) => {
    response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers });
    response.end(text(answered.body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const { url, exchanges } = await recorderBefore(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const { method, path, headers = {}, body } = sent;
  await fetch(url + path, { method, headers, ...(body !== undefined && { body: text(body) }) });
  return conformanceOf(judge, exchanges).faults;
}

const ofAws = (operation: string, body: unknown) => ({
  method: 'POST',
  path: '/',
  headers: { 'x-amz-target': `AWSOrganizationsV20161128.${operation}` },
  body,
});
const MOVE = { AccountId: '200000000002', SourceParentId: 'r-sky1', DestinationParentId: 'ou-sky1-00000001' };
const SUBSCRIPTION =
  '/providers/Microsoft.Management/managementGroups/test/subscriptions/1?api-version=2021-04-01';
const PROJECT = '/v3/projects/payments-1';
const USERS = '/v1.0/users?%24select=id';
const INSTALLATION = '/orgs/example/installation';

describe('what no definition has is noticed', () => {
  it('nothing is wrong with what they have', async () => {
    const moved = { status: 200, body: {} };
    expect(await faultsOf(awsJudge(), ofAws('MoveAccount', MOVE), moved)).toEqual([]);
    const found = { status: 200, body: { name: 'projects/1', projectId: 'payments-1', state: 'ACTIVE' } };
    expect(await faultsOf(gcpJudge(), { method: 'GET', path: PROJECT }, found)).toEqual([]);
    const users = { status: 200, body: { value: [{ id: 'a' }] } };
    expect(await faultsOf(graphJudge(), { method: 'GET', path: USERS }, users)).toEqual([]);
    const placed = { status: 200, body: { name: '1', properties: { displayName: 'Payments' } } };
    expect(await faultsOf(azureJudge(), { method: 'GET', path: SUBSCRIPTION }, placed)).toEqual([]);
    const added = [
      {
        method: 'POST',
        path: '/orgs/example/copilot/billing/selected_users',
        body: { selected_usernames: ['ada'] },
      },
      { status: 201, body: { seats_created: 1 } },
    ] as const;
    expect(await faultsOf(githubJudge(), ...added)).toEqual([]);
  });

  it('a member that is not defined, in a request and in an answer', async () => {
    const answer = { status: 200, body: { Moved: true } };
    expect(await faultsOf(awsJudge(), ofAws('MoveAccount', { ...MOVE, Why: 'not' }), answer)).toEqual([
      expect.stringContaining('request: / must NOT have additional properties "Why"'),
      expect.stringContaining('answer 200: / must NOT have additional properties "Moved"'),
    ]);
    const project = { status: 200, body: { projectNumber: '1' } };
    expect(await faultsOf(gcpJudge(), { method: 'GET', path: PROJECT }, project)).toEqual([
      expect.stringContaining('additional properties "projectNumber"'),
    ]);
    const user = { status: 200, body: { value: [{ id: 'a', email: 'a@example.com' }] } };
    expect(await faultsOf(graphJudge(), { method: 'GET', path: USERS }, user)).toEqual([
      expect.stringContaining('/value/0 must NOT have additional properties "email"'),
    ]);
    const placed = { status: 200, body: { displayName: 'Payments' } };
    expect(await faultsOf(azureJudge(), { method: 'GET', path: SUBSCRIPTION }, placed)).toEqual([
      expect.stringContaining('additional properties "displayName"'),
    ]);
  });

  it('a required member that is missing', async () => {
    const { AccountId: account, ...others } = MOVE;
    expect(await faultsOf(awsJudge(), ofAws('MoveAccount', others), { status: 200, body: {} })).toEqual([
      expect.stringContaining("must have required property 'AccountId'"),
    ]);
    expect(account).toBe(MOVE.AccountId);
    const pages = { status: 200, body: { '@odata.nextLink': 'https://graph.microsoft.com/v1.0/users' } };
    expect(await faultsOf(graphJudge(), { method: 'GET', path: USERS }, pages)).toEqual([
      expect.stringContaining("must have required property 'value'"),
    ]);
    const path = SUBSCRIPTION.replace(/\?.*/, '');
    expect(await faultsOf(azureJudge(), { method: 'GET', path }, { status: 200, body: {} })).toEqual([
      expect.stringContaining("query: / must have required property 'api-version'"),
    ]);
    const installation = await faultsOf(
      githubJudge(),
      { method: 'GET', path: INSTALLATION },
      { status: 200, body: {} },
    );
    expect(installation).toContainEqual(expect.stringContaining("must have required property 'app_id'"));
  });

  it('a value of another type, pattern or enumeration', async () => {
    const wrong = { ...MOVE, AccountId: 'twelve' };
    expect(await faultsOf(awsJudge(), ofAws('MoveAccount', wrong), { status: 200, body: {} })).toContainEqual(
      expect.stringContaining('/AccountId must match pattern'),
    );
    const project = { status: 200, body: { state: 'RUNNING', createTime: 'today' } };
    const faults = await faultsOf(gcpJudge(), { method: 'GET', path: PROJECT }, project);
    expect(faults).toEqual([
      expect.stringContaining('/state must be equal to one of the allowed values'),
      expect.stringContaining('/createTime must match format "date-time"'),
    ]);
  });

  it('a status and an error that are not defined', async () => {
    const error = { __type: 'NoSuchThingException', Message: 'No.' };
    expect(await faultsOf(awsJudge(), ofAws('MoveAccount', MOVE), { status: 400, body: error })).toEqual([
      expect.stringContaining('answer 400 NoSuchThingException: the operation does not define the error'),
    ]);
    const late = { __type: 'AccountNotFoundException', Message: 'No.' };
    expect(await faultsOf(awsJudge(), ofAws('MoveAccount', MOVE), { status: 418, body: late })).toEqual([
      expect.stringContaining('the error has 400 or 404'),
    ]);
    const google = { error: { code: 404, message: 'No.', status: 'PERMISSION_DENIED' } };
    expect(
      await faultsOf(gcpJudge(), { method: 'GET', path: PROJECT }, { status: 404, body: google }),
    ).toEqual([expect.stringContaining('error.status is PERMISSION_DENIED')]);
    for (const [judge, path] of [
      [githubJudge, INSTALLATION],
      [azureJudge, SUBSCRIPTION],
      [graphJudge, USERS],
    ] as const)
      expect(await faultsOf(judge(), { method: 'GET', path }, { status: 206, body: {} })).toEqual([
        expect.stringContaining('answer 206: the operation does not define the status'),
      ]);
  });

  it('an operation that is not defined', async () => {
    const others = [bigQueryJudge(), blobJudge('account')];
    const judges = [awsJudge(), azureJudge(), gcpJudge(), githubJudge(), graphJudge(), ...others];
    for (const judge of judges)
      expect(await faultsOf(judge, { method: 'PATCH', path: '/nothing' }, { status: 200, body: {} })).toEqual(
        [expect.stringContaining('is no operation that is defined')],
      );
  });
});
