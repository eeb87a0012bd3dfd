import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import {
  AccountClient,
  EnableRegionCommand,
  GetRegionOptStatusCommand,
  ListRegionsCommand,
  PutAlternateContactCommand,
} from '@aws-sdk/client-account';
import {
  CreateAccountCommand,
  DescribeCreateAccountStatusCommand,
  DescribeOrganizationCommand,
  ListAccountsCommand,
  ListParentsCommand,
  ListTagsForResourceCommand,
  MoveAccountCommand,
  OrganizationsClient,
  TagResourceCommand,
  UntagResourceCommand,
  paginateListAccounts,
} from '@aws-sdk/client-organizations';
import {
  CreateAccountAssignmentCommand,
  DescribeAccountAssignmentCreationStatusCommand,
  ListAccountAssignmentsCommand,
  ListInstancesCommand,
  ListPermissionSetsCommand,
  SSOAdminClient,
} from '@aws-sdk/client-sso-admin';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_KEY } from '#simulators/aws/aws.ts';
import path from 'node:path';
import { newAws } from '#tests/support/aws-clients.ts';

const jane = { AccountName: 'payments', Email: 'aws-payments@example.com' };

describe('the simulator of AWS', () => {
  it('takes no request that is not signed with the key that it knows', async () => {
    const { aws, access } = await newAws();
    const unsigned = await fetch(aws.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSOrganizationsV20161128.DescribeOrganization' },
      body: '{}',
    });
    expect([unsigned.status, await unsigned.json()]).toEqual([
      400,
      expect.objectContaining({ __type: 'MissingAuthenticationTokenException' }),
    ]);
    const ask = async (credentials: { accessKeyId: string; secretAccessKey: string }) =>
      new OrganizationsClient({ ...access, credentials }).send(new DescribeOrganizationCommand({}));
    await expect(ask({ ...SIMULATOR_KEY, secretAccessKey: 'wrong' })).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    await expect(ask({ ...SIMULATOR_KEY, accessKeyId: 'AKIANOBODY' })).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
    expect(await ask(SIMULATOR_KEY)).toMatchObject({ Organization: { Id: 'o-skyledger1' } });
    const identity = await new STSClient(access).send(new GetCallerIdentityCommand({}));
    expect(identity.Account).toBe('100000000001');
    await expect(
      new STSClient({ ...access, credentials: { ...SIMULATOR_KEY, secretAccessKey: 'wrong' } }).send(
        new GetCallerIdentityCommand({}),
      ),
    ).rejects.toMatchObject({ name: 'InvalidSignatureException' });
  });

  it('takes no signature of a clock that is ten minutes late', async () => {
    const { organizations } = await newAws({ now: () => Date.now() + 600_000 });
    await expect(organizations.send(new DescribeOrganizationCommand({}))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      message: expect.stringMatching(/^Signature expired: \d{8}T\d{6}Z is now earlier than/),
    });
  });

  it('makes an account, moves and tags it, and gives its tags back', async () => {
    const { aws, organizations } = await newAws();
    const tags = [{ Key: 'SkyledgerRequest', Value: 'one' }];
    const made = await organizations.send(new CreateAccountCommand({ ...jane, Tags: tags }));
    const request = made.CreateAccountStatus?.Id ?? '';
    expect(request).toMatch(/^car-[0-9a-f]{32}$/);
    const { CreateAccountStatus: status } = await organizations.send(
      new DescribeCreateAccountStatusCommand({ CreateAccountRequestId: request }),
    );
    expect(status).toMatchObject({ State: 'SUCCEEDED', AccountName: 'payments' });
    expect(status?.RequestedTimestamp).toBeInstanceOf(Date);
    const id = status?.AccountId ?? '';
    expect(id).toMatch(/^\d{12}$/);
    const root = aws.state.root;
    const test = aws.state.units.find(({ name }) => name === 'test')?.id ?? '';
    const move = new MoveAccountCommand({ AccountId: id, SourceParentId: root, DestinationParentId: test });
    await organizations.send(move);
    const parents = await organizations.send(new ListParentsCommand({ ChildId: id }));
    expect(parents.Parents).toEqual([{ Id: test, Type: 'ORGANIZATIONAL_UNIT' }]);
    await expect(organizations.send(move)).rejects.toMatchObject({ name: 'DuplicateAccountException' });
    await organizations.send(
      new TagResourceCommand({ ResourceId: id, Tags: [{ Key: 'CostCenter', Value: '10-200' }] }),
    );
    await organizations.send(new UntagResourceCommand({ ResourceId: id, TagKeys: ['SkyledgerRequest'] }));
    const kept = await organizations.send(new ListTagsForResourceCommand({ ResourceId: id }));
    expect(kept.Tags).toEqual([{ Key: 'CostCenter', Value: '10-200' }]);
  });

  it('tells of a taken address once the request has failed, and of a full organization at once or then', async () => {
    const { aws, organizations } = await newAws({
      mostAccounts: 3,
      initial: { accounts: [{ id: '200000000002', name: 'old', email: 'Old@example.com' }] },
    });
    const make = async (Email: string) => {
      const made = await organizations.send(new CreateAccountCommand({ AccountName: 'new', Email }));
      return made.CreateAccountStatus?.Id ?? '';
    };
    const fate = async (CreateAccountRequestId: string) => {
      const asked = new DescribeCreateAccountStatusCommand({ CreateAccountRequestId });
      const { State: state, FailureReason: reason } =
        (await organizations.send(asked)).CreateAccountStatus ?? {};
      return reason ?? state;
    };
    expect(await fate(await make('old@example.com'))).toBe('EMAIL_ALREADY_EXISTS');
    // Two are on their way to the last place.
    aws.faults.plan('CreateAccount', 'stuck', 2);
    const both = [await make('one@example.com'), await make('two@example.com')];
    for (const request of Object.values(aws.state.accountRequests)) request.readyAt ??= Date.now();
    expect(await Promise.all(both.map(fate))).toEqual(['SUCCEEDED', 'ACCOUNT_LIMIT_EXCEEDED']);
    await expect(make('three@example.com')).rejects.toMatchObject({
      name: 'ConstraintViolationException',
      Reason: 'ACCOUNT_NUMBER_LIMIT_EXCEEDED',
    });
    await expect(make('no address')).rejects.toMatchObject({
      name: 'InvalidInputException',
      Reason: 'INVALID_PATTERN',
    });
  });

  it('takes five accounts at once, and tells the sixth to come back', async () => {
    const { organizations } = await newAws({ delaySeconds: 3600 });
    const make = async (number: number) =>
      organizations.send(
        new CreateAccountCommand({ AccountName: 'many', Email: `many-${number}@example.com` }),
      );
    for (const number of [1, 2, 3, 4, 5]) await make(number);
    await expect(make(6)).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      $response: { headers: { 'retry-after': '1' } },
    });
  });

  it('lists accounts in pages of twenty', async () => {
    const accounts = Array.from({ length: 44 }, (_, index) => ({
      id: String(200_000_000_000 + index),
      name: `account ${index}`,
    }));
    const { organizations } = await newAws({ initial: { accounts } });
    const sizes: number[] = [];
    for await (const page of paginateListAccounts({ client: organizations }, {}))
      sizes.push(page.Accounts?.length ?? 0);
    expect(sizes).toEqual([20, 20, 5]);
    await expect(organizations.send(new ListAccountsCommand({ NextToken: 'made up' }))).rejects.toMatchObject(
      {
        name: 'InvalidInputException',
      },
    );
  });

  it('puts contacts and enables six regions of an account at a time, for the management account alone', async () => {
    const id = '200000000002';
    const { aws, access } = await newAws({
      delaySeconds: 3600,
      initial: { accounts: [{ id, name: 'one' }] },
    });
    const account = new AccountClient(access);
    const contact = {
      AccountId: id,
      AlternateContactType: 'BILLING' as const,
      Name: 'Jane Doe',
      Title: 'Owner',
      EmailAddress: 'jane@example.com',
      PhoneNumber: '+49 30 1234',
    };
    await account.send(new PutAlternateContactCommand(contact));
    expect(aws.state.accounts[id]?.contacts['BILLING']).toMatchObject({ Name: 'Jane Doe' });
    await expect(
      account.send(new PutAlternateContactCommand({ ...contact, PhoneNumber: 'none' })),
    ).rejects.toMatchObject({ name: 'ValidationException' });
    const { Regions: regions = [] } = await account.send(new ListRegionsCommand({ AccountId: id }));
    expect(regions).toContainEqual({ RegionName: 'eu-central-1', RegionOptStatus: 'ENABLED_BY_DEFAULT' });
    const disabled = regions.filter((one) => one.RegionOptStatus === 'DISABLED');
    const enable = async (index: number) =>
      account.send(new EnableRegionCommand({ AccountId: id, RegionName: disabled[index]?.RegionName }));
    for (const index of [0, 1, 2, 3, 4, 5]) await enable(index);
    await expect(enable(0)).rejects.toMatchObject({ name: 'ConflictException' });
    await expect(enable(6)).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    const status = await account.send(
      new GetRegionOptStatusCommand({ AccountId: id, RegionName: disabled[0]?.RegionName }),
    );
    expect(status.RegionOptStatus).toBe('ENABLING');
    aws.state.trusted = [];
    await expect(account.send(new PutAlternateContactCommand(contact))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
  });

  it('assigns a permission set in its own time', async () => {
    const { aws, access } = await newAws();
    const sso = new SSOAdminClient(access);
    const { Instances: [instance] = [] } = await sso.send(new ListInstancesCommand({}));
    const InstanceArn = instance?.InstanceArn;
    const { PermissionSets: [set] = [] } = await sso.send(new ListPermissionSetsCommand({ InstanceArn }));
    const made = await sso.send(
      new CreateAccountAssignmentCommand({
        InstanceArn,
        TargetId: '100000000001',
        TargetType: 'AWS_ACCOUNT',
        PermissionSetArn: set,
        PrincipalType: 'GROUP',
        PrincipalId: '9067a1b2c3-00000000-0000-4000-8000-000000000001',
      }),
    );
    const { AccountAssignmentCreationStatus: status } = await sso.send(
      new DescribeAccountAssignmentCreationStatusCommand({
        InstanceArn,
        AccountAssignmentCreationRequestId: made.AccountAssignmentCreationStatus?.RequestId,
      }),
    );
    expect(status?.Status).toBe('SUCCEEDED');
    const listed = await sso.send(
      new ListAccountAssignmentsCommand({ InstanceArn, AccountId: '100000000001', PermissionSetArn: set }),
    );
    expect(listed.AccountAssignments).toHaveLength(1);
    expect(aws.state.assignments).toHaveLength(1);
  });

  it('goes wrong as it is told: before anything is done, after it, or without an answer', async () => {
    const { aws, organizations } = await newAws({ accountsAtOnce: 20 });
    let number = 0;
    const make = async () =>
      organizations.send(
        new CreateAccountCommand({ AccountName: 'fault', Email: `fault-${(number += 1)}@example.com` }),
      );
    const made = () => Object.keys(aws.state.accountRequests).length;
    const outcomes: Record<string, [made: number, error: string]> = {};
    for (const fault of ['throttled', 'failing', 'garbage', 'expired', 'lost', 'lost-garbage'] as const) {
      aws.faults.plan('CreateAccount', fault);
      const before = made();
      const error = await make().then(
        () => 'none',
        (caught: unknown) => (caught instanceof Error ? caught.name : ''),
      );
      outcomes[fault] = [made() - before, error];
    }
    expect(outcomes).toEqual({
      throttled: [0, 'TooManyRequestsException'],
      failing: [0, 'ServiceException'],
      garbage: [0, 'SyntaxError'],
      expired: [0, 'ExpiredTokenException'],
      lost: [1, 'TimeoutError'],
      'lost-garbage': [1, 'SyntaxError'],
    });
    aws.faults.plan('CreateAccount', 'held-after');
    const held = make();
    await aws.faults.held();
    const before = made();
    aws.faults.release();
    expect((await held).CreateAccountStatus?.Id).toMatch(/^car-/);
    expect(made()).toBe(before);
  });

  it('makes an account of which nobody heard, so that the next call finds its address taken', async () => {
    const { aws, organizations } = await newAws();
    aws.faults.plan('CreateAccount', 'conflict');
    await organizations.send(new CreateAccountCommand(jane));
    const { accountRequests, accounts } = aws.state;
    expect(Object.values(accountRequests).map(({ failure }) => failure)).toEqual([
      undefined,
      'EMAIL_ALREADY_EXISTS',
    ]);
    expect(Object.values(accounts).filter(({ email }) => email === jane.Email)).toHaveLength(1);
  });

  it('knows its accounts after a restart, and then nothing of what it would begin with', async () => {
    const stateFile = path.join(mkdtempSync(path.join(tmpdir(), 'aws-')), 'aws.json');
    const first = await newAws({ stateFile });
    await first.organizations.send(new CreateAccountCommand(jane));
    await first.aws.close();
    const second = await newAws({ stateFile, initial: { accounts: [{ id: '200000000002', name: 'late' }] } });
    const { Accounts: accounts = [] } = await second.organizations.send(new ListAccountsCommand({}));
    expect(accounts.map(({ Name }) => Name)).toEqual(['Management', 'payments']);
  });
});
