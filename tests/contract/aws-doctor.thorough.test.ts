import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newDataDir } from '#tests/faults/portal-process.ts';
import { SIMULATOR_KEY, startAws } from '#simulators/aws/aws.ts';
import { skyledger } from '#tests/support/command-line.ts';

const aws = await startAws();
afterAll(() => aws.close());
const atFirst = structuredClone(aws.state);
beforeEach(() => {
  Object.assign(aws.state, structuredClone(atFirst));
  aws.faults.clear();
});

const REAL = {
  AWS_API: aws.url,
  AWS_ORGANIZATION_ID: 'o-skyledger1',
  AWS_ACCESS_KEY_ID: SIMULATOR_KEY.accessKeyId,
  AWS_SECRET_ACCESS_KEY: SIMULATOR_KEY.secretAccessKey,
};

/** The database has nothing to do with it, and is not there. */
const WITHOUT_DATABASE = {
  DATABASE_URL: 'postgresql://sky@127.0.0.1:1/sky',
  SECRET_KEY: 'a secret for tests that nobody else has',
};

/** What the doctor says of AWS: the mark and the sentence of each line. */
async function linesOf(settings: Record<string, string>): Promise<string[]> {
  const { output } = await skyledger({ DATA_DIR: newDataDir(), ...WITHOUT_DATABASE, ...settings }, 'doctor');
  return output
    .split('\n')
    .filter((line) => /^\S+ +AWS {2,}/.test(line))
    .map((line) => line.replaceAll(/ {2,}/g, ' '));
}

describe('the doctor', () => {
  it('says that a simulator stands for AWS, where the settings name no organization', async () => {
    expect(await linesOf({})).toEqual([
      '- AWS A simulator in the portal stands for it, so that accounts are made nowhere. AWS_ORGANIZATION_ID names a real one.',
    ]);
    expect(await linesOf({ NODE_ENV: 'production' })).toEqual([
      '- AWS Nobody can ask for accounts of AWS. Set AWS_ORGANIZATION_ID, and start the portal again.',
    ]);
  });

  it('tries the credentials, the organization, trusted access and its units, and makes nothing', async () => {
    expect(await linesOf(REAL)).toEqual([
      'ok AWS It knows the portal as arn:aws:iam::100000000001:user/skyledger.',
      'ok AWS Accounts are made in the organization o-skyledger1.',
      'ok AWS account.amazonaws.com has trusted access.',
      'ok AWS sso.amazonaws.com has trusted access.',
      'ok AWS The organizational units sandbox, development, test, production are there.',
      'ok AWS The accounts of the organization can be read.',
      'ok AWS The requests for accounts can be read.',
      'ok AWS The permission sets of IAM Identity Center can be read.',
      'ok AWS The groups of IAM Identity Center can be read.',
      'ok AWS The people of IAM Identity Center can be read.',
      'ok AWS Who has permission sets can be read.',
      'ok AWS Frozen accounts lie in Quarantine, under the policy Quarantine.',
    ]);
    expect(aws.state).toEqual(atFirst);
  });

  it('tries one account as well: its place, tags and regions, and the role for products in it', async () => {
    const member = {
      ...aws.state.accounts['100000000001'],
      id: '200000000002',
      name: 'one',
      email: 'one@example.com',
    };
    aws.state.accounts['200000000002'] = member as (typeof aws.state.accounts)[string];
    const [place, products] = (await linesOf(REAL)).slice(6);
    expect([place, products]).toEqual([
      'ok AWS Place, tags and regions of the account 200000000002 can be read.',
      'ok AWS Products of the service catalog in the account 200000000002 can be read.',
    ]);
    for (const operation of ['ListParents', 'ListTagsForResource', 'ListRegions', 'AssumeRole'])
      aws.faults.plan(operation, 'denied');
    aws.faults.plan('ListCreateAccountStatus', 'denied', 6);
    expect((await linesOf(REAL)).slice(6, 11)).toEqual([
      expect.stringMatching(/^FAILED AWS .*organizations:ListParents/),
      expect.stringMatching(/^FAILED AWS .*organizations:ListTagsForResource/),
      expect.stringMatching(/^FAILED AWS .*account:ListRegions/),
      expect.stringMatching(/^WARNING AWS The portal may not take on the role OrganizationAccountAccessRole/),
      expect.stringMatching(/^FAILED AWS .*organizations:ListCreateAccountStatus/),
    ]);
  });

  it('tries the first page of what inventory and access are read from, and says what it may not read', async () => {
    const denied = [
      'ListAccounts',
      'GetInlinePolicyForPermissionSet',
      'ListGroups',
      'SelectAggregateResourceConfig',
    ];
    // Several permission sets are described at once.
    for (const operation of denied) aws.faults.plan(operation, 'denied', 6);
    const lines = await linesOf({ ...REAL, AWS_CONFIG_AGGREGATOR: 'organization' });
    expect(lines.slice(5)).toEqual([
      expect.stringMatching(/^WARNING AWS .*list the accounts/),
      'ok AWS The requests for accounts can be read.',
      expect.stringMatching(/^WARNING AWS .*describe the permission set/),
      expect.stringMatching(/^WARNING AWS .*list the groups/),
      'ok AWS The people of IAM Identity Center can be read.',
      expect.stringMatching(/^WARNING AWS .*list the groups/),
      expect.stringMatching(/^WARNING AWS .*machines/),
      'ok AWS Frozen accounts lie in Quarantine, under the policy Quarantine.',
    ]);
    aws.faults.clear();
    expect(await linesOf({ ...REAL, AWS_CONFIG_AGGREGATOR: 'organization' })).toContain(
      'ok AWS Machines can be read.',
    );
  });

  it('tries whether assignments can be listed by account and by group, whichever a sync would take', async () => {
    const group = '9067a1b2c3-00000000-0000-4000-8000-000000000001';
    const [set] = aws.state.permissionSets;
    aws.state.groups = [{ id: group, name: 'Admins', externalId: null }];
    aws.state.assignments = [
      {
        account: '100000000001',
        permissionSet: set?.arn ?? '',
        principal: group,
        principalType: 'GROUP',
        requestId: randomUUID(),
        readyAt: 0,
      },
    ];
    for (const operation of [
      'ListAccountsForProvisionedPermissionSet',
      'ListAccountAssignments',
      'ListAccountAssignmentsForPrincipal',
    ]) {
      aws.faults.plan(operation, 'denied');
      expect(await linesOf(REAL)).toContainEqual(
        expect.stringMatching(new RegExp(`^WARNING AWS .*sso:${operation}\\.?$`)),
      );
    }
  });

  it('says what is missing, and what to do', async () => {
    aws.state.trusted = [];
    aws.state.units = aws.state.units.filter(({ name }) => name !== 'test');
    const access = {
      AWS_PERMISSION_SET: 'Nobodys',
      AWS_ASSIGNED_GROUP: '906700f2-1111-2222-3333-444455556666',
    };
    expect((await linesOf({ ...REAL, ...access })).slice(2, 6)).toEqual([
      'FAILED AWS account.amazonaws.com has no trusted access, so nobody can set contacts and regions in new accounts. Run: aws organizations enable-aws-service-access --service-principal account.amazonaws.com',
      'FAILED AWS sso.amazonaws.com has no trusted access, so nobody can assign permission sets in new accounts. Run: aws organizations enable-aws-service-access --service-principal sso.amazonaws.com',
      "FAILED AWS The organization has no organizational unit 'test'. Make it in AWS Organizations, or choose another.",
      "FAILED AWS IAM Identity Center has no permission set 'Nobodys'. Make it there, or correct AWS_PERMISSION_SET.",
    ]);
  });

  it('says whether accounts can be frozen, and whether anything stops in them then', async () => {
    const frozen = async (settings: Record<string, string> = {}) =>
      (await linesOf({ ...REAL, ...settings })).at(-1);
    const [policy] = aws.state.policies;
    aws.state.policies = [];
    expect(await frozen()).toBe(
      `WARNING AWS Nothing stops in frozen accounts: no policy of yours is attached to the organizational unit Quarantine. Make one of deploy/aws/quarantine-policy.json. Then run: aws organizations attach-policy --policy-id <its id> --target-id ${policy?.target}`,
    );
    aws.faults.plan('ListPoliciesForTarget', 'denied');
    expect(await frozen()).toMatch(/^WARNING AWS .*organizations:ListPoliciesForTarget/);
    expect(await frozen({ AWS_QUARANTINE_OU: 'Frozen' })).toBe(
      "WARNING AWS Accounts cannot be frozen. The organization has no organizational unit 'Frozen'. Make it in AWS Organizations, or choose another. AWS_QUARANTINE_OU names the unit.",
    );
  });

  it('refuses a key that AWS does not know, and one of another organization', async () => {
    expect(await linesOf({ ...REAL, AWS_SECRET_ACCESS_KEY: 'wrong' })).toEqual([
      'FAILED AWS AWS does not know the key of the portal (InvalidSignatureException). Check its credentials.',
    ]);
    expect(await linesOf({ ...REAL, AWS_ORGANIZATION_ID: 'o-ourownone1' })).toContain(
      'FAILED AWS The credentials are of the organization o-skyledger1, but AWS_ORGANIZATION_ID names o-ourownone1.',
    );
  });
});
