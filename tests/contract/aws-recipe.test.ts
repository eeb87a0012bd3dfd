import { describe, expect, it } from 'vitest';
import { REQUEST_TAG } from '#server/modules/factory/clouds/aws/create-account.ts';
import { SIMULATOR_KEY } from '#simulators/aws/aws.ts';
import { GROUP, REQUEST, newFactory, failure } from '#tests/support/aws-factory.ts';

describe('the steps to an account of AWS', () => {
  it('make it, place it, tag it, say whom to write to, and enable its regions', async () => {
    const { recipe, aws, deployment, account } = await newFactory({
      access: { permissionSet: 'PowerUserAccess', group: GROUP },
    });
    const { take, ids } = deployment({ ...REQUEST, regions: ['eu-central-1', 'ap-east-1', 'me-south-1'] });
    for (const { name } of recipe.steps) expect([name, (await take(name))?.state]).toEqual([name, 'done']);
    const [made, ...others] = account();
    expect(others).toEqual([]);
    expect(recipe.identifier(ids())).toBe(made?.id);
    expect(aws.state.units.find(({ id }) => id === made?.parent)?.name).toBe('test');
    expect(made?.tags).toEqual({
      [REQUEST_TAG]: expect.stringMatching(/^7\./),
      CostCenter: '10-200',
      Department: 'Finance',
      Owner: 'jane@example.com',
      ProjectName: 'Payments of 2026',
      BusinessUnit: 'Retail',
    });
    expect(made?.contacts).toEqual({
      BILLING: contact('BILLING', 'Jane Doe', 'jane@example.com'),
      OPERATIONS: contact('OPERATIONS', 'Mr Ops', 'mr.ops@example.com'),
      SECURITY: contact('SECURITY', 'Sec', 'sec@example.com'),
    });
    expect(Object.keys(made?.regions ?? {})).toEqual(['ap-east-1', 'me-south-1']);
    expect(aws.state.assignments).toEqual([
      expect.objectContaining({ account: made?.id, principal: GROUP, principalType: 'GROUP' }),
    ]);
  });

  it('keep the id of the request before the account is there, and wait for it', async () => {
    const { deployment } = await newFactory({ delaySeconds: 3600 });
    const { ask } = deployment();
    expect(await ask('create_account', 'call')).toEqual({
      state: 'waiting',
      ids: { create_account_request: expect.stringMatching(/^car-/) },
      lookAgain: 1,
    });
    expect(await ask('create_account', 'look')).toMatchObject({ state: 'waiting' });
  });

  it.each(['lost', 'lost-garbage', 'held-after'] as const)(
    'find the account that a call made whose answer was %s',
    async (fault) => {
      const { aws, deployment, account } = await newFactory();
      const { ask } = deployment();
      aws.faults.plan('CreateAccount', fault);
      expect((await failure(ask('create_account', 'call'))).kind).toBe('ambiguous');
      expect(await ask('create_account', 'find')).toMatchObject({
        state: 'done',
        ids: { account_id: account()[0]?.id },
      });
      expect(aws.faults.calls('CreateAccount')).toBe(1);
    },
  );

  it('find the request that is still under way, and wait for it instead of asking again', async () => {
    const { aws, deployment, account } = await newFactory();
    const { ask, ids } = deployment();
    aws.faults.plan('CreateAccount', 'stuck');
    await ask('create_account', 'call');
    const again = deployment();
    await again.ask('create_account', 'find');
    expect(await again.ask('create_account', 'find')).toMatchObject({
      state: 'waiting',
      ids: { create_account_request: ids()['create_account_request'] },
    });
    for (const request of Object.values(aws.state.accountRequests)) request.readyAt = Date.now();
    // It turns out to be somebody else's: its tag is another one.
    expect((await failure(again.ask('create_account', 'look'))).kind).toBe('refused');
    expect(await ask('create_account', 'look')).toMatchObject({ state: 'done' });
    expect(account()).toHaveLength(1);
  });

  it('find nothing where a call was refused or never came through', async () => {
    const { aws, deployment } = await newFactory();
    const { ask } = deployment();
    const kinds: string[] = [];
    for (const fault of ['throttled', 'failing', 'garbage', 'expired'] as const) {
      aws.faults.plan('CreateAccount', fault);
      kinds.push((await failure(ask('create_account', 'call'))).kind);
      expect(await ask('create_account', 'find')).toBeNull();
    }
    expect(kinds).toEqual(['busy', 'ambiguous', 'ambiguous', 'away']);
    expect(Object.keys(aws.state.accountRequests)).toEqual([]);
  });

  it('take the account of a call that nobody heard of, and refuse that of somebody else', async () => {
    const { aws, deployment, account } = await newFactory();
    const { take } = deployment();
    aws.faults.plan('CreateAccount', 'conflict');
    expect(await take('create_account')).toMatchObject({
      state: 'done',
      ids: { account_id: account()[0]?.id },
    });
    const other = await failure(deployment().take('create_account'));
    expect([other.kind, other.code]).toEqual(['refused', 'EMAIL_ALREADY_EXISTS']);
    expect(other.message).toBe(
      `aws-payments@example.com is the address of the account ${account()[0]?.id} 'payments', which this request did not make. Ask again with another address.`,
    );
    expect(account()).toHaveLength(1);
  });

  it('say what to do where the organization is full, at once or once the request has failed', async () => {
    const full =
      'AWS made no account. The organization has as many accounts as it may have. Ask AWS Support for more, then retry.';
    const { aws, deployment } = await newFactory({ mostAccounts: 2 });
    aws.faults.plan('CreateAccount', 'stuck');
    const { ask } = deployment();
    await ask('create_account', 'call');
    await deployment({ ...REQUEST, accountEmail: 'last@example.com' }).take('create_account');
    for (const request of Object.values(aws.state.accountRequests)) request.readyAt ??= Date.now();
    const late = await failure(ask('create_account', 'look'));
    expect([late.code, late.message]).toEqual(['ACCOUNT_LIMIT_EXCEEDED', full]);
    const atOnce = await failure(deployment().ask('create_account', 'call'));
    expect([atOnce.kind, atOnce.code, atOnce.message]).toEqual([
      'refused',
      'ACCOUNT_NUMBER_LIMIT_EXCEEDED',
      full,
    ]);
  });

  it('wait for the earlier of two requests, where AWS says that the same is being made already', async () => {
    const { aws, deployment } = await newFactory();
    aws.faults.plan('CreateAccount', 'stuck', 2);
    const { ask } = deployment();
    const earlier = await ask('create_account', 'call');
    await ask('create_account', 'call');
    const [, later] = Object.values(aws.state.accountRequests);
    Object.assign(later ?? {}, { completedAt: Date.now(), failure: 'CONCURRENT_ACCOUNT_MODIFICATION' });
    expect(await ask('create_account', 'look')).toMatchObject({ state: 'waiting', ids: earlier?.ids });
  });

  it('wait for a new account until all of AWS knows it, and make it once', async () => {
    const { aws, recipe, deployment, account } = await newFactory({
      rightsAfterSeconds: 600,
      access: { permissionSet: 'PowerUserAccess', group: GROUP },
    });
    const { ask, take, ids } = deployment({ ...REQUEST, regions: ['af-south-1'] });
    const age = (seconds: number) => {
      for (const one of account()) one.joinedAt = Date.now() - seconds * 1000;
    };
    const waits = async (work: Promise<unknown>) => {
      const { kind, retryAfterSeconds, message } = await failure(work);
      expect(message).toContain('The account is new, and not all of AWS knows it yet.');
      return [kind, retryAfterSeconds];
    };
    await ask('create_account', 'call');
    expect(await waits(ask('create_account', 'look'))).toEqual(['busy', 30]);
    age(601);
    expect(await ask('create_account', 'look')).toMatchObject({ state: 'done' });
    const [, ...others] = recipe.steps.map(({ name }) => name);
    age(0);
    for (const name of others) expect([name, ...(await waits(take(name)))]).toEqual([name, 'busy', 30]);
    age(601);
    for (const name of others) expect([name, (await take(name))?.state]).toEqual([name, 'done']);
    expect([account().length, aws.faults.calls('CreateAccount'), recipe.identifier(ids())]).toEqual([
      1,
      1,
      account()[0]?.id,
    ]);
  });

  it('leave an account where it is already, and move it once however often they are taken', async () => {
    const { aws, deployment } = await newFactory();
    const { take } = deployment();
    await take('create_account');
    aws.faults.plan('MoveAccount', 'lost');
    expect((await failure(take('move_account'))).kind).toBe('ambiguous');
    expect(await take('move_account')).toMatchObject({ state: 'done', note: 'test' });
    expect(aws.faults.calls('MoveAccount')).toBe(1);
  });

  it('find an organizational unit within another, and refuse a name that several have', async () => {
    const { aws, deployment } = await newFactory();
    const parent = aws.state.root;
    aws.state.units = [
      { id: 'ou-sky1-10000000', name: 'Workloads', parent },
      { id: 'ou-sky1-20000000', name: 'Test', parent: 'ou-sky1-10000000' },
    ];
    const { take } = deployment();
    await take('create_account');
    expect(await take('move_account')).toMatchObject({ note: 'Workloads / Test' });
    aws.state.units.push({ id: 'ou-sky1-30000000', name: 'test', parent: 'ou-sky1-10000000' });
    expect((await failure(take('move_account'))).message).toContain('several organizational units');
  });

  it('enable six regions at a time, and need no call for those that are there', async () => {
    const { aws, deployment, account } = await newFactory({ delaySeconds: 3600 });
    const { take, ask } = deployment({
      ...REQUEST,
      regions: [
        'us-east-1',
        'af-south-1',
        'ap-east-1',
        'ap-south-2',
        'ap-southeast-3',
        'ca-west-1',
        'eu-central-2',
        'eu-south-1',
        'eu-south-2',
      ],
    });
    await ask('create_account', 'call');
    for (const request of Object.values(aws.state.accountRequests)) request.readyAt = Date.now();
    await ask('create_account', 'look');
    expect(await take('enable_regions')).toMatchObject({
      state: 'waiting',
      note: expect.stringMatching(/^1 of 9 are enabled/),
    });
    const regions = account()[0]?.regions ?? {};
    expect(Object.keys(regions)).toHaveLength(6);
    for (const region of Object.keys(regions)) regions[region] = Date.now() - 1;
    expect(await ask('enable_regions', 'look')).toMatchObject({ note: expect.stringMatching(/^7 of 9/) });
    for (const region of Object.keys(regions)) regions[region] = Date.now() - 1;
    expect(await ask('enable_regions', 'look')).toMatchObject({ state: 'done' });
    expect(aws.faults.calls('EnableRegion')).toBe(8);
    expect(await take('enable_regions')).toMatchObject({ state: 'done' });
  });

  it('skip the regions where none is asked for', async () => {
    const { aws, deployment } = await newFactory();
    const { take } = deployment({ ...REQUEST, regions: [] });
    expect(await take('enable_regions')).toMatchObject({ state: 'skipped' });
    expect(aws.faults.calls('ListRegions')).toBe(0);
  });

  it('make nothing in an organization that is not the configured one', async () => {
    const { aws, deployment } = await newFactory({ settings: { organization: 'o-ourownone1' } });
    const { kind, message } = await failure(deployment().take('create_account'));
    expect([kind, message]).toEqual([
      'refused',
      "The portal's key is of the organization o-skyledger1, but AWS_ORGANIZATION_ID names o-ourownone1. Nothing was done.",
    ]);
    expect(aws.faults.calls('CreateAccount')).toBe(0);
  });

  it('say who is not let in, who cannot be reached, and whose clock is wrong', async () => {
    const { aws, deployment, provider } = await newFactory();
    aws.state.trusted = [];
    const { take } = deployment();
    await take('create_account');
    expect((await failure(take('billing_contact'))).message).toMatch(
      /^The portal may not set a contact of the account in AWS: .*trusted access/,
    );
    expect((await provider.organization()).id).toBe('o-skyledger1');
    const gone = await newFactory({ settings: { api: 'http://127.0.0.1:9' } });
    expect((await failure(gone.provider.organization())).kind).toBe('away');
    const early = await newFactory({ now: () => Date.now() + 3_600_000 });
    expect((await failure(early.provider.organization())).message).toMatch(/^The clock of this machine/);
    // The SDK has learnt from the answer what time it is there.
    expect((await failure(early.provider.organization())).kind).toBe('away');
    const wrong = await newFactory({
      settings: { credentials: { ...SIMULATOR_KEY, secretAccessKey: 'wrong' } },
    });
    expect((await failure(wrong.provider.organization())).message).toBe(
      'AWS does not know the key of the portal (InvalidSignatureException). Check its credentials.',
    );
  });
});

const contact = (type: string, name: string, email: string) => ({
  AlternateContactType: type,
  Name: name,
  Title: 'Contact',
  EmailAddress: email,
  PhoneNumber: '+1 555 0100',
});
