import { beforeAll, describe, expect, it } from 'vitest';
import { businessUnits } from '#resources/business-units.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';
import { buckets, unitOptions } from './specified/posture.ts';

const AWS = 'AwsCloudParent';
const AZURE = 'AzureCloudParent';
const GCP = 'GcpCloudParent';
type Counts = Record<string, Record<string, number>>;

const portal = withPortal();
let factory: Factory;
const account = (
  provider_type: string,
  environment: string | null,
  business_unit_name: string | null = 'Gaming',
  terminated = false,
) => factory.create(cloudParents, { provider_type, environment, business_unit_name, terminated });

const list = (query: string) => portal.api.get<Row[]>(`/cloud_parents?page=1&per_page=1000&${query}`);
const ALL = unitOptions.map(({ code }) => code).join(',');
const counts = async (units = ALL) => {
  const { meta } = (await list(`by_units=${encodeURIComponent(units)}`)).body;
  return (meta as unknown as { environment_count: Counts }).environment_count;
};

beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
});

describe('the environments of accounts', () => {
  const none = { Other: 0 };

  it.each([
    [AWS, 'production', 'production'],
    [AWS, 'Root', 'production'],
    [AWS, 'eu-test', 'test'],
    [AWS, 'DEVELOPMENT', 'development'],
    [AWS, 'security', 'Security'],
    [AWS, 'Security sandbox', 'Security'],
    [AWS, 'test of production', 'production'],
    [AWS, 'sandbox_3', 'sandbox'],
    [AWS, 'Shared-Services', 'shared-services'],
    [AWS, 'nonproduction', 'Other'],
    [AWS, 'non-production', 'Other'],
    [AWS, 'sandboxes', 'Other'],
    [AWS, 'latest', 'Other'],
    [AWS, null, 'Other'],
    [GCP, 'sites', 'production'],
    [GCP, 'env', 'production'],
    [GCP, 'staging', 'test'],
    [GCP, 'development', 'development'],
    [GCP, 'sandbox', 'sandbox'],
    [GCP, 'root', 'Other'],
    [AZURE, 'online', 'production'],
    [AZURE, 'github', 'production'],
    [AZURE, 'igt', 'production'],
    [AZURE, 'landingzones', 'production'],
    [AZURE, 'platform', 'production'],
    [AZURE, 'decommissioned', 'test'],
    [AZURE, 'none', 'development'],
    [AZURE, null, 'development'],
    [AZURE, 'sandboxes', 'sandboxes'],
    [AZURE, 'sandbox', 'Other'],
  ])('%s %s counts as %s', async (provider, environment, bucket) => {
    await portal.db.query('TRUNCATE cloud_parents, cloud_survey_responses CASCADE');
    await account(provider, environment);
    expect((await counts())[provider]).toEqual({
      ...none,
      ...Object.fromEntries((buckets[provider] ?? []).map((words) => [words[0], 0])),
      [bucket]: 1,
    });
    const { body } = await list(`by_provider_type=${provider}&by_environment_bucket=${bucket}`);
    expect(body.meta.total).toBe(1);
  });

  it('are told in the order that is specified, the rest at last', async () => {
    const told = await counts();
    expect(Object.keys(told)).toEqual(Object.keys(buckets));
    for (const [provider, specified] of Object.entries(buckets))
      expect(Object.keys(told[provider] ?? {})).toEqual([...specified.map(([first]) => first), 'Other']);
  });
});

describe('the business units of accounts', () => {
  beforeAll(async () => {
    await portal.db.query('TRUNCATE cloud_parents, cloud_survey_responses CASCADE');
    await factory.create(businessUnits, { name: 'Corporate Functions', abbreviation: 'corp' });
    await factory.create(businessUnits, { name: 'Office of the CIO', abbreviation: 'CIO' });
    await factory.create(businessUnits, { name: 'Ledgers', abbreviation: 'LED' });
    await account(AWS, 'production', 'CCOE');
    await account(AWS, 'production', 'Corporate Functions');
    await account(AWS, 'production', ' corporate ');
    await account(AWS, 'test', 'Gaming');
    await account(AWS, 'test', 'GAM', true);
    await account(AZURE, 'online', 'LOTTERY');
    await account(GCP, 'sites', 'Digital & Betting');
    await account(GCP, 'sites', 'Office of the CIO');
    await account(GCP, 'elsewhere', 'Ledgers');
    await account(GCP, 'elsewhere', null);
  });

  const sum = (of: Record<string, number> = {}) => Object.values(of).reduce((all, n) => all + n, 0);
  const total = (told: Counts) => Object.values(told).reduce((all, of) => all + sum(of), 0);

  it('count all accounts that are not terminated where all six are chosen', async () => {
    expect(total(await counts())).toBe(9);
    expect(total(await counts('cio, bet,LOT,gam,corp,ccoe'))).toBe(9);
  });

  it.each([
    ['CCOE', 1],
    ['CORP', 2],
    ['GAM', 1],
    ['LOT', 1],
    ['BET', 1],
    ['CIO', 1],
    ['GAM,LOT', 2],
    ['CCOE,CORP,GAM,LOT,BET', 6],
    ['Other', 2],
    ['CIO,Other', 3],
  ])(
    '%s are %i accounts, found by abbreviation or name, and those of none of the six by themselves',
    async (units, n) => {
      const told = await counts(units);
      expect(total(told)).toBe(n);
      for (const [provider, of] of Object.entries(told))
        for (const [bucket, count] of Object.entries(of)) {
          const { body } = await list(
            `by_terminated=false&by_provider_type=${provider}&by_environment_bucket=${bucket}&by_units=${units}`,
          );
          expect([provider, bucket, body.meta.total]).toEqual([provider, bucket, count]);
        }
    },
  );

  it('choose what is in a file, too', async () => {
    const { text } = await portal.api.get('/cloud_parents.csv?by_units=BET&by_environment_bucket=production');
    expect(text.trim().split('\r\n')).toHaveLength(2);
  });

  it('are not counted where none is asked for', async () => {
    expect((await list('')).body.meta).not.toHaveProperty('environment_count');
    expect((await list('by_units=All')).body.meta).not.toHaveProperty('environment_count');
  });

  it.each(['XYZ', 'GAM,XYZ', 'GAM;LOT', "GAM' OR true"])(
    'of which one is unknown are refused: %s',
    async (units) => {
      const { status, body } = await list(`by_units=${encodeURIComponent(units)}`);
      expect([status, body.error]).toEqual([
        400,
        expect.stringMatching(
          /^by_units cannot be read\. Business Unit '.*' is not one of CCOE, CORP, GAM, LOT, BET, CIO, Other\.$/,
        ),
      ]);
    },
  );

  it('are refused as a bucket that none is', async () => {
    expect((await list('by_environment_bucket=nothing')).status).toBe(400);
  });
});
