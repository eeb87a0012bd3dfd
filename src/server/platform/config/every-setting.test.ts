import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { settingDocs } from './settings.ts';
import { StartError } from '../base/start-error.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-every-setting-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GUID = '0a1b2c3d-1111-2222-3333-444455556666';
const SCOPE = '/providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/2';
const PEM = (what: string, text = 'AAAA') => {
  const file = path.join(folder, `${what.replaceAll(' ', '-')}-${text}.pem`);
  writeFileSync(file, `-----BEGIN ${what}-----\n${text}\n-----END ${what}-----\n`);
  return file;
};

interface Tried {
  good: string;
  /** A text that it refuses; null where it takes any text. */
  bad: string | null;
  /** Settings without which it means nothing, and another value of its own where those demand it. */
  with?: Record<string, string>;
}

const IDP = {
  SAML_IDP_SSO_URL: 'https://idp.example.com/sso',
  SAML_IDP_ENTITY_ID: 'https://idp.example.com',
  SAML_IDP_CERT: PEM('CERTIFICATE', 'BBBB'),
};
const SP = { SAML_SP_KEY: PEM('PRIVATE KEY', 'BBBB'), SAML_SP_CERT: PEM('CERTIFICATE', 'BBBB') };
const ROLES = { SAML_ROLES_ATTRIBUTE: 'memberOf', SAML_ROLE_MAP: 'a=admin' };
const ACCESS = { AWS_PERMISSION_SET: 'Other', AWS_ASSIGNED_GROUP: GUID.replace('0a', '0b') };
const GOOGLE = { GCP_ORGANIZATION_ID: '654321', GCP_BILLING_ACCOUNT: '11A2B3-C4D5E6-F7A8B9' };

/** A value of each setting that is not its default, and one that it refuses. */
const tried: Record<string, Tried> = {
  PORT: { good: '9090', bad: '70000' },
  HOST: { good: '0.0.0.0', bad: 'a b' },
  PUBLIC_URL: { good: 'https://skyledger.example.com', bad: 'skyledger.example.com' },
  DATA_DIR: { good: path.join(folder, 'another'), bad: null },
  DATABASE_URL: { good: 'postgresql://a:b@db.example.com/c', bad: 'mysql://a' },
  DB_POOL_SIZE: { good: '7', bad: '1' },
  DB_WAIT_SECONDS: { good: '30', bad: '0' },
  NODE_ENV: { good: 'test', bad: 'staging' },
  LOG_LEVEL: { good: 'warn', bad: 'loud' },
  SECRET_KEY: { good: 'k'.repeat(32), bad: 'short' },
  CLIENT_AUTHORIZATION: { good: 'Basic abc', bad: 'ä' },
  TRUST_PROXY: { good: 'true', bad: 'perhaps' },
  BODY_LIMIT_MB: { good: '2', bad: '0' },
  IMPORT_LIMIT_MB: { good: '65', bad: '2000' },
  SAML_IDP_METADATA: { good: 'https://idp.example.com/metadata', bad: 'http://idp.example.com/metadata' },
  SAML_IDP_SSO_URL: { good: 'https://idp.example.com/other', bad: 'idp.example.com', with: IDP },
  SAML_IDP_ENTITY_ID: { good: 'urn:other', bad: null, with: IDP },
  SAML_IDP_CERT: { good: PEM('CERTIFICATE'), bad: 'missing.pem', with: IDP },
  SAML_SP_ENTITY_ID: { good: 'urn:skyledger', bad: null },
  SAML_SP_KEY: { good: PEM('PRIVATE KEY'), bad: 'missing.pem', with: SP },
  SAML_SP_CERT: { good: PEM('CERTIFICATE'), bad: 'missing.pem', with: SP },
  SAML_SIGNED: { good: 'assertion', bad: 'none' },
  SAML_ALLOWED_DOMAINS: { good: 'example.com', bad: 'example' },
  SAML_EMAIL_ATTRIBUTE: { good: 'mail', bad: null },
  SAML_NAME_ATTRIBUTE: { good: 'displayName', bad: null },
  SAML_ROLES_ATTRIBUTE: { good: 'groups', bad: null, with: ROLES },
  SAML_ROLE_MAP: { good: 'a=viewer', bad: 'a=king', with: ROLES },
  SMTP_URL: { good: 'smtps://mail.example.com', bad: 'mail.example.com' },
  MAIL_FROM: { good: 'desk@example.com', bad: 'desk' },
  MAIL_RETRY_SECONDS: { good: '20', bad: '0' },
  MAIL_GIVE_UP_HOURS: { good: '48', bad: '721' },
  REPORT_ALLOWED_DOMAINS: { good: 'example.com, example.org', bad: 'example' },
  WEBHOOK_NETWORKS: { good: '10.1.0.0/16, ::1', bad: 'hooks.example.com' },
  BIGQUERY_PROJECT: { good: 'finops-1', bad: 'A B', with: { BIGQUERY_DATASET: 'billing' } },
  BIGQUERY_DATASET: { good: 'billing', bad: 'a-b' },
  BIGQUERY_CREDENTIALS: {
    good: PEM('CERTIFICATE'),
    bad: null,
    with: { BIGQUERY_PROJECT: 'finops-1', BIGQUERY_DATASET: 'billing' },
  },
  BIGQUERY_BILLING_EXPORT: { good: 'billing.gcp_billing_export_v1_*', bad: 'a b' },
  BIGQUERY_API: { good: 'http://127.0.0.1:9050', bad: 'here', with: { BIGQUERY_DATASET: 'billing' } },
  BILL_SOURCE_AWS: { good: 's3://bills/cur/desk', bad: 's3://bills' },
  BILL_SOURCE_AWS_ROLE: {
    good: 'arn:aws:iam::123456789012:role/bills/read-bills',
    bad: 'read-bills',
    with: { BILL_SOURCE_AWS: 's3://bills/cur/third' },
  },
  BILL_SOURCE_AWS_API: {
    good: 'http://127.0.0.1:9060',
    bad: 'here',
    with: { BILL_SOURCE_AWS: 's3://bills/cur/other' },
  },
  BILL_SOURCE_AZURE: {
    good: 'https://account.blob.core.windows.net/bills/costs/monthly',
    bad: 'http://account.blob.core.windows.net/bills/costs/monthly',
  },
  BILL_SOURCE_AZURE_AMORTISED: {
    good: 'https://account.blob.core.windows.net/bills/costs/amortised',
    bad: 'bills/costs/amortised',
    with: { BILL_SOURCE_AZURE: 'https://account.blob.core.windows.net/bills/costs/other' },
  },
  BILL_SOURCE_AZURE_RUNNING: {
    good: 'https://account.blob.core.windows.net/bills/costs/running',
    bad: 'bills/costs/running',
    with: { BILL_SOURCE_AZURE: 'https://account.blob.core.windows.net/bills/costs/other' },
  },
  BILL_SOURCE_GCP: { good: 'finops-1.billing.gcp_billing_export_v1_0123AB', bad: 'billing.export' },
  BILL_SOURCE_GCP_GB: { good: '7', bad: '0', with: { BILL_SOURCE_GCP: 'finops-2.billing.export' } },
  BILL_FETCH: { good: '0 5 10-31 * *', bad: 'daily' },
  RUNNING_COSTS: { good: '30 5,17 * * *', bad: 'twice a day' },
  ANOMALY_LEAST: { good: '100, JPY=9000', bad: 'JPY=9000' },
  AWS_ORGANIZATION_ID: { good: 'o-a1b2c3d4e5', bad: 'mine' },
  AWS_REGION: { good: 'eu-central-1', bad: 'Europe' },
  AWS_CONTACT_TITLE: { good: 'Owner', bad: 'x'.repeat(51) },
  AWS_CONTACT_PHONE: { good: '+43 1 234', bad: 'phone' },
  AWS_PERMISSION_SET: { good: 'Reader', bad: 'a b', with: ACCESS },
  AWS_ASSIGNED_GROUP: { good: GUID, bad: 'group', with: ACCESS },
  AWS_CATALOG_ROLE: { good: 'Catalog', bad: 'a b' },
  AWS_CONFIG_AGGREGATOR: { good: 'organization', bad: 'a b' },
  AWS_QUARANTINE_OU: { good: 'Frozen', bad: 'x'.repeat(129) },
  AWS_API: { good: 'http://127.0.0.1:9051', bad: 'here' },
  AZURE_TENANT_ID: {
    good: GUID,
    bad: 'mine',
    with: { AZURE_TENANT_ID: GUID.replace('0a', '0b'), AZURE_BILLING_SCOPE: SCOPE },
  },
  AZURE_BILLING_SCOPE: {
    good: SCOPE,
    bad: 'mine',
    with: { AZURE_TENANT_ID: GUID, AZURE_BILLING_SCOPE: `${SCOPE}2` },
  },
  AZURE_PRODUCTION_GROUPS: { good: 'prod, live', bad: 'one' },
  AZURE_OWNER_GROUP: { good: GUID, bad: 'owners' },
  AZURE_OWNER_ROLE: { good: 'Contributor', bad: '<b>', with: { AZURE_OWNER_GROUP: GUID } },
  AZURE_API: { good: 'http://127.0.0.1:9052', bad: 'here' },
  GCP_ORGANIZATION_ID: { good: '123456', bad: 'mine', with: GOOGLE },
  GCP_BILLING_ACCOUNT: { good: '01A2B3-C4D5E6-F7A8B9', bad: 'mine', with: GOOGLE },
  GCP_API: { good: 'http://127.0.0.1:9053', bad: 'here' },
  GITHUB_API: { good: 'https://api.github.com', bad: 'here' },
  COPILOT_SYNC: { good: '0 4 * * *', bad: '60 4 * * *' },
  GRAPH_TENANT_ID: { good: GUID, bad: 'mine' },
  GRAPH_API: { good: 'http://127.0.0.1:9054', bad: 'here' },
  DIRECTORY_SYNC: { good: '0 * * * *', bad: 'hourly' },
  AD_AWS_PREFIXES: { good: 'ROLE_AWS', bad: ',' },
  AD_AZURE_PREFIXES: { good: 'ROLE_AZURE', bad: ',' },
  AD_GCP_PREFIXES: { good: 'ROLE_GCP', bad: ',' },
  AD_PIM_PREFIX: { good: 'ROLE_PIM', bad: 'x'.repeat(101) },
  AP_EMAIL: { good: 'ap@example.com', bad: 'ap' },
  APPROVALS: { good: 'aws_account, gcp_project', bad: 'everything' },
  INVENTORY_SYNC: { good: '0 3 * * *', bad: '0 25 * * *' },
  SPINCO_GROUP_PREFIXES: { good: 'SG_NEWCO', bad: 'ab' },
  CCOE_EMAIL: { good: 'desk@example.com', bad: 'desk' },
};

const load = (env: Record<string, string>) => {
  const { secretKey, ...config } = loadConfig({ DATA_DIR: path.join(folder, 'data'), ...env });
  // Keys and functions are compared by their content.
  const shown = (_key: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return JSON.stringify({ ...config, secretKey: secretKey.toString('hex') }, shown);
};

const mistakeOf = (env: Record<string, string>) => {
  try {
    load(env);
    return '';
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
};

test('every declared setting is tried here, and nothing else', () => {
  expect(Object.keys(tried).toSorted()).toEqual(settingDocs.map(({ name }) => name).toSorted());
});

test.each(Object.entries(tried))(
  '%s changes what the portal is made with',
  (name, { good, with: others }) => {
    expect(load({ ...others, [name]: good })).not.toBe(load({ ...others }));
  },
);

test.each(Object.entries(tried).filter(([, { bad }]) => bad !== null))(
  '%s refuses what it cannot be, by its name',
  (name, { bad, with: others }) => {
    expect(mistakeOf({ ...others, [name]: bad ?? '' })).toContain(`- ${name} `);
  },
);
