import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import type { Role } from '../base/actor.ts';
import { awsOf, type AwsConfig } from './aws.ts';
import { azureOf, type AzureConfig } from './azure.ts';
import { gcpOf, type GcpConfig } from './gcp.ts';
import { readSecretKey } from './secret-key.ts';
import { SettingFiles } from './setting-files.ts';
import { settingDocs, settingsSchema, type Settings } from './settings.ts';
import { isLoopback } from '../base/special-addresses.ts';
import { StartError } from '../base/start-error.ts';

/** The project's root folder; relative paths in settings start here. */
export const projectRoot = path.resolve(import.meta.dirname, '../../../..');

/** The identity provider as configured: its metadata, or the three facts that metadata would hold. */
export type SamlProvider =
  | { kind: 'metadata'; source: string; isUrl: boolean }
  | { kind: 'explicit'; ssoUrl: string; entityId: string; certificates: string[] };

export interface SamlConfig {
  /** null: none is configured, so the built-in one may serve. */
  provider: SamlProvider | null;
  spEntityId: string;
  /** The portal's own key pair as PEM text; signs requests and decrypts assertions. */
  spKey: { key: string; certificate: string } | null;
  allowedDomains: string[] | null;
  emailAttribute: string | null;
  nameAttribute: string | null;
  rolesAttribute: string | null;
  roleMap: Record<string, Role> | null;
}

export interface Config {
  host: string;
  port: number;
  /** Origin and path people use, without a trailing slash. */
  publicUrl: string;
  /** HOST is reachable from this machine only. */
  loopback: boolean;
  dataDir: string;
  /** null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  dbPoolSize: number;
  nodeEnv: Settings['NODE_ENV'];
  logLevel: Settings['LOG_LEVEL'];
  /** 32 bytes, derived from SECRET_KEY or from DATA_DIR/secret.key. */
  secretKey: Buffer;
  clientAuthorization: string | null;
  trustProxy: boolean;
  /** Bytes. */
  bodyLimit: number;
  /** Bytes; for routes that import. */
  importLimit: number;
  saml: SamlConfig;
  smtpUrl: string | null;
  mailFrom: string;
  /** Before a mail is tried again; it doubles with each attempt. */
  mailRetrySeconds: number;
  /** A mail that could not leave in this time has failed. */
  mailGiveUpSeconds: number;
  reportAllowedDomains: string[] | null;
  ccoeEmail: string;
  /** The kinds of cloud requests that somebody else has to approve; `all` stands for each of them. */
  approvals: readonly string[];
  /** Accounts payable; null: whoever finalizes a billing run. */
  apEmail: string | null;
  /** Where the bills of finalized runs are loaded; null: nowhere. */
  bigQuery: BigQueryConfig | null;
  /** Where Google writes what the running month costs so far; null: nowhere. */
  billingExport: BillingExportConfig | null;
  /** AWS, or what stands for it; null: neither. */
  aws: AwsConfig | null;
  /** Azure, or what stands for it; null: neither. */
  azure: AzureConfig | null;
  /** Google Cloud, or what stands for it; null: neither. */
  gcp: GcpConfig | null;
  /** When the clouds are read into the inventory, five fields; null: only when somebody asks. */
  inventorySync: string | null;
}

/** How BigQuery is reached. */
export interface BigQueryAccess {
  /** Whose jobs do the work. */
  project: string;
  /** A file with a service account's key; null: what the machine is signed in as. */
  credentials: string | null;
  /** Without a slash at the end; null: Google's own. */
  api: string | null;
  /** Whether the portal's own simulator stands for it. */
  simulated: boolean;
}

export interface BigQueryConfig extends BigQueryAccess {
  dataset: string;
}

export interface BillingExportConfig extends BigQueryAccess {
  /** `project.dataset.table`; a star at the end stands for several tables. */
  table: string;
}

type Environment = Record<string, string | undefined>;

/**
 * The environment of this process over what `.env` in the project's root says. Empty values count as unset,
 * so an empty variable does not hide the file's.
 */
export function readEnvironment(
  env: Environment = process.env,
  file = path.join(projectRoot, '.env'),
): Environment {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...withoutEmpty(fromFile), ...withoutEmpty(env) };
}

/**
 * Every setting, typed. Reads the files that settings name, and creates DATA_DIR with its secret key when
 * SECRET_KEY is not given.
 * @throws {StartError} that lists every mistake at once.
 */
export function loadConfig(environment: Environment): Config {
  const env = withoutEmpty(environment);
  const parsed = settingsSchema.safeParse(env);
  const mistakes = [...misspelt(env), ...(parsed.success ? [] : parsed.error.issues.map(sentence))];
  const files = new SettingFiles(env, mistakes, projectRoot);
  const certificates = files.certificates('SAML_IDP_CERT');
  const spKey = files.pem('SAML_SP_KEY', 'PRIVATE KEY');
  const spCertificate = files.pem('SAML_SP_CERT', 'CERTIFICATE');
  files.metadata('SAML_IDP_METADATA');
  mistakes.push(...contradictions(env));
  if (!parsed.success || mistakes.length > 0) {
    const list = [...new Set(mistakes)].map((mistake) => `  - ${mistake}`).join('\n');
    throw new StartError(`These settings are wrong; correct them in the environment or in .env:\n${list}`);
  }

  const settings = parsed.data;
  const dataDir = path.resolve(projectRoot, settings.DATA_DIR);
  const publicUrl = (settings.PUBLIC_URL ?? defaultPublicUrl(settings.HOST, settings.PORT)).replace(
    /\/+$/,
    '',
  );
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl,
    loopback: isLoopback(settings.HOST),
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    dbPoolSize: settings.DB_POOL_SIZE,
    nodeEnv: settings.NODE_ENV,
    logLevel: settings.LOG_LEVEL,
    secretKey: readSecretKey(settings.SECRET_KEY, dataDir),
    clientAuthorization: settings.CLIENT_AUTHORIZATION ?? null,
    trustProxy: settings.TRUST_PROXY,
    bodyLimit: settings.BODY_LIMIT_MB * 1024 * 1024,
    importLimit: settings.IMPORT_LIMIT_MB * 1024 * 1024,
    saml: {
      provider: samlProvider(settings, certificates),
      spEntityId: settings.SAML_SP_ENTITY_ID ?? `${publicUrl}/api/auth/saml/metadata`,
      spKey: spKey && spCertificate ? { key: spKey, certificate: spCertificate } : null,
      allowedDomains: settings.SAML_ALLOWED_DOMAINS ?? null,
      emailAttribute: settings.SAML_EMAIL_ATTRIBUTE ?? null,
      nameAttribute: settings.SAML_NAME_ATTRIBUTE ?? null,
      rolesAttribute: settings.SAML_ROLES_ATTRIBUTE ?? null,
      roleMap: settings.SAML_ROLE_MAP ?? null,
    },
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    mailRetrySeconds: settings.MAIL_RETRY_SECONDS,
    mailGiveUpSeconds: settings.MAIL_GIVE_UP_HOURS * 3600,
    reportAllowedDomains: settings.REPORT_ALLOWED_DOMAINS ?? null,
    ccoeEmail: settings.CCOE_EMAIL,
    approvals: settings.APPROVALS ?? [],
    apEmail: settings.AP_EMAIL ?? null,
    ...bigQueryOf(settings),
    aws: awsOf(settings),
    azure: azureOf(settings),
    gcp: gcpOf(settings),
    inventorySync: settings.INVENTORY_SYNC === 'off' ? null : settings.INVENTORY_SYNC,
  };
}

/** Without a project a simulator stands for BigQuery, but in production one must be named. */
function bigQueryOf(settings: Settings): Pick<Config, 'bigQuery' | 'billingExport'> {
  const { BIGQUERY_PROJECT: named, BIGQUERY_DATASET: dataset, BIGQUERY_BILLING_EXPORT: table } = settings;
  if (!named && settings.NODE_ENV === 'production') return { bigQuery: null, billingExport: null };
  const project = named ?? 'simulator';
  const access: BigQueryAccess = {
    project,
    credentials: settings.BIGQUERY_CREDENTIALS ?? null,
    api: settings.BIGQUERY_API?.replace(/\/+$/, '') ?? null,
    simulated: !named,
  };
  const isWhole = table !== undefined && table.split('.').length > 2;
  return {
    bigQuery: dataset ? { ...access, dataset } : null,
    billingExport: table ? { ...access, table: isWhole ? table : `${project}.${table}` } : null,
  };
}

/** Why nobody could sign in, where neither a provider is configured nor the built-in one may run. */
export const NO_PROVIDER =
  'No identity provider is configured, and the built-in one runs only where HOST and PUBLIC_URL are on loopback, never under NODE_ENV=production. Set SAML_IDP_METADATA.';

/**
 * Whether the built-in identity provider runs. It asks for no password, so it does only where nobody but this
 * machine reaches the portal, and where no other is configured.
 */
export function bringsProvider({ saml, loopback, publicUrl, nodeEnv }: Config): boolean {
  const isLocal = loopback && isLoopback(new URL(publicUrl).hostname);
  return !saml.provider && isLocal && nodeEnv !== 'production';
}

/** The address to open in a browser for a listener on `host`; a listener on every address is `localhost`. */
export function defaultPublicUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
}

function sentence(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} ${issue.message}.`;
}

/** A misspelt restriction would silently restrict nothing, so unknown names of these families are refused. */
function misspelt(env: Environment): string[] {
  const known = new Set(settingDocs.map((setting) => setting.name));
  return Object.keys(env)
    .filter((name) => /^(SAML|SMTP|REPORT)_/.test(name) && !known.has(name))
    .map((name) => `${name} is not a setting; check its spelling.`);
}

function contradictions(env: Environment): string[] {
  const explicit = ['SAML_IDP_SSO_URL', 'SAML_IDP_ENTITY_ID', 'SAML_IDP_CERT'];
  const given = explicit.filter((name) => env[name]);
  const found: string[] = [];
  if (env['SAML_IDP_METADATA'] && given.length > 0) {
    found.push(`SAML_IDP_METADATA already says what ${given.join(' and ')} would; set one or the other.`);
  } else if (given.length > 0 && given.length < explicit.length) {
    const missing = explicit.filter((name) => !env[name]);
    found.push(`${missing.join(' and ')} must be set too when ${given.join(' and ')} is.`);
  }
  if (Boolean(env['SAML_SP_KEY']) !== Boolean(env['SAML_SP_CERT'])) {
    found.push('SAML_SP_KEY and SAML_SP_CERT belong together; set both or neither.');
  }
  if (Boolean(env['GCP_ORGANIZATION_ID']) !== Boolean(env['GCP_BILLING_ACCOUNT'])) {
    found.push('GCP_ORGANIZATION_ID and GCP_BILLING_ACCOUNT belong together; set both or neither.');
  }
  if (Boolean(env['AWS_PERMISSION_SET']) !== Boolean(env['AWS_ASSIGNED_GROUP'])) {
    found.push('AWS_PERMISSION_SET and AWS_ASSIGNED_GROUP belong together; set both or neither.');
  }
  if (Boolean(env['AZURE_BILLING_SCOPE']) && !env['AZURE_TENANT_ID']) {
    found.push('AZURE_TENANT_ID must name the tenant of AZURE_BILLING_SCOPE.');
  }
  if (env['AZURE_TENANT_ID'] && env['AZURE_BILLING_SCOPE'] && /^http:/i.test(env['AZURE_API'] ?? '')) {
    found.push(
      'AZURE_API must be an https:// address where AZURE_TENANT_ID and AZURE_BILLING_SCOPE are set.',
    );
  }
  if (env['SAML_ROLE_MAP'] && !env['SAML_ROLES_ATTRIBUTE']) {
    found.push('SAML_ROLES_ATTRIBUTE must name the attribute whose groups SAML_ROLE_MAP maps.');
  }
  if (env['NODE_ENV'] === 'production' && env['DATABASE_URL'] && !env['SECRET_KEY']) {
    found.push(
      'SECRET_KEY must be set under NODE_ENV=production with DATABASE_URL, so that every process has the same.',
    );
  }
  return found;
}

function samlProvider(settings: Settings, certificates: string[]): SamlProvider | null {
  const { SAML_IDP_METADATA: source, SAML_IDP_SSO_URL: ssoUrl, SAML_IDP_ENTITY_ID: entityId } = settings;
  if (source) {
    const isUrl = /^https?:\/\//i.test(source);
    return { kind: 'metadata', source: isUrl ? source : path.resolve(projectRoot, source), isUrl };
  }
  return ssoUrl && entityId ? { kind: 'explicit', ssoUrl, entityId, certificates } : null;
}
