import { describe, expect, it } from 'vitest';
import { GROUP, REQUEST, newFactory } from '#tests/support/aws-factory.ts';

describe('what is checked before an account is asked for', () => {
  it('is the address, the unit, the regions, the contacts and the permission set', async () => {
    const { aws, recipe, deployment } = await newFactory({
      access: { permissionSet: 'Nobodys', group: GROUP },
      initial: { accounts: [{ id: '200000000002', name: 'old', email: 'AWS-Old@example.com' }] },
    });
    aws.state.units = aws.state.units.filter(({ name }) => name !== 'production');
    const errors = await recipe.check({
      ...REQUEST,
      accountEmail: 'aws-old@example.com',
      ou: 'production',
      regions: ['eu-central-1', 'xx-nowhere-1'],
      securityContact: "o'brien@example.com",
    });
    expect(errors).toEqual([
      { field: 'accountEmail', message: "The account 200000000002 'old' has this address already." },
      { field: 'ou', message: expect.stringContaining("no organizational unit 'production'") },
      { field: 'securityContact', message: expect.stringMatching(/^AWS takes addresses of letters/) },
      { field: 'regions', message: "AWS has no region 'xx-nowhere-1'." },
      { field: 'base', message: expect.stringContaining("no permission set 'Nobodys'") },
    ]);
    // What was just made is taken, though the list of accounts was asked for a moment ago.
    expect(await recipe.check(REQUEST)).toHaveLength(1);
    await deployment().take('create_account');
    expect(await recipe.check(REQUEST)).toContainEqual({
      field: 'accountEmail',
      message: expect.stringContaining("'payments' has this address already."),
    });
  });

  it('is shown as what will be made: where, tagged how, with which contacts', async () => {
    const { recipe } = await newFactory();
    expect(await recipe.plan(REQUEST)).toEqual({
      where: 'Organization / test',
      tags: [
        { key: 'CostCenter', value: '10-200' },
        { key: 'Department', value: 'Finance' },
        { key: 'Owner', value: 'jane@example.com' },
        { key: 'ProjectName', value: 'Payments of 2026' },
        { key: 'BusinessUnit', value: 'Retail' },
      ],
      settings: [
        { label: 'Root user', value: 'aws-payments@example.com' },
        { label: 'Billing contact', value: 'Jane Doe <jane@example.com>, +1 555 0100' },
        { label: 'Operations contact', value: 'Mr Ops <mr.ops@example.com>, +1 555 0100' },
        { label: 'Security contact', value: 'Sec <sec@example.com>, +1 555 0100' },
        { label: 'Regions', value: 'eu-central-1' },
      ],
      steps: [
        'Create the account',
        'Move it to its organizational unit',
        'Tag the account',
        'Set the billing contact',
        'Set the operations contact',
        'Set the security contact',
        'Enable its regions',
      ],
    });
    expect(await recipe.plan({})).toMatchObject({ where: 'Organization', tags: [] });
  });

  it('is tagged with an ampersand as a plus, and with all who hear of missing tags in one tag', async () => {
    const { recipe } = await newFactory();
    const request = {
      ...REQUEST,
      businessUnitTag: 'Digital & Betting',
      missingTagsEmails: ['a@example.com', 'b@example.com'],
    };
    expect(recipe.request.refused(request)).toEqual([]);
    expect((await recipe.plan(request)).tags.slice(-2)).toEqual([
      { key: 'BusinessUnit', value: 'Digital + Betting' },
      { key: 'MissingTagsEmails', value: 'a@example.com b@example.com' },
    ]);
    const wrong = { ...REQUEST, missingTagsEmails: ['a@example.com', 'nobody'] };
    expect(recipe.request.refused(wrong)).toEqual([
      { field: 'missingTagsEmails', message: "'nobody' is not an email address that a tag of AWS may have." },
    ]);
  });
});
