import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { awsContradictions, awsOf } from './aws.ts';
import { azureContradictions, azureOf } from './azure.ts';
import { bigQueryOf } from './bigquery.ts';
import { billSourcesOf } from './bill-sources.ts';
import { directoryContradictions, directoryOf } from './directory.ts';
import { gcpContradictions, gcpOf } from './gcp.ts';
import { githubOf } from './github.ts';
import { runningCostsOf } from './running-costs.ts';
import { readSecretKey } from './secret-key.ts';
import { serverContradictions } from './server.ts';
import { SettingFiles } from './setting-files.ts';
import type { Environment } from './setting-kinds.ts';
import { settingDocs, settingsSchema } from './settings.ts';
import { samlOf, signInContradictions } from './sign-in.ts';
import { isLoopback } from '../base/special-addresses.ts';
import { StartError } from '../base/start-error.ts';

/** The project's root folder; relative paths in settings start here. */
export const projectRoot = path.resolve(import.meta.dirname, '../../../..');

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
 * The settings as they are declared, and what is in the files that they name.
 * @throws {StartError} that lists every mistake at once
 */
function readSettings(environment: Environment) {
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
  return { settings: parsed.data, certificates, spKey, spCertificate };
}

/**
 * Every setting, typed. Reads the files that settings name, and creates DATA_DIR with its secret key when
 * SECRET_KEY is not given.
 * @throws {StartError} that lists every mistake at once.
 */
export function loadConfig(environment: Environment) {
  const { settings, certificates, spKey, spCertificate } = readSettings(environment);
  const production = settings.NODE_ENV === 'production';
  const dataDir = path.resolve(projectRoot, settings.DATA_DIR);
  const publicUrl = settings.PUBLIC_URL ?? defaultPublicUrl(settings.HOST, settings.PORT);
  return {
    host: settings.HOST,
    port: settings.PORT,
    /** Origin and path people use, without a trailing slash. */
    publicUrl,
    /** HOST is reachable from this machine only. */
    loopback: isLoopback(settings.HOST),
    dataDir,
    /** null: the embedded PostgreSQL. */
    databaseUrl: settings.DATABASE_URL ?? null,
    dbPoolSize: settings.DB_POOL_SIZE,
    dbWaitSeconds: settings.DB_WAIT_SECONDS,
    nodeEnv: settings.NODE_ENV,
    logLevel: settings.LOG_LEVEL,
    /** 32 bytes, derived from SECRET_KEY or from DATA_DIR/secret.key. */
    secretKey: readSecretKey(settings.SECRET_KEY, dataDir),
    clientAuthorization: settings.CLIENT_AUTHORIZATION ?? null,
    trustProxy: settings.TRUST_PROXY,
    /** Bytes. */
    bodyLimit: settings.BODY_LIMIT_MB * 1024 * 1024,
    /** Bytes; for routes that import. */
    importLimit: settings.IMPORT_LIMIT_MB * 1024 * 1024,
    saml: samlOf(settings, { certificates, spKey, spCertificate }, { publicUrl, root: projectRoot }),
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    /** Before a mail is tried again; it doubles with each attempt. */
    mailRetrySeconds: settings.MAIL_RETRY_SECONDS,
    /** A mail that could not leave in this time has failed. */
    mailGiveUpSeconds: settings.MAIL_GIVE_UP_HOURS * 3600,
    reportAllowedDomains: settings.REPORT_ALLOWED_DOMAINS ?? null,
    /** Networks that are not public and that webhooks may lead into. */
    webhookNetworks: settings.WEBHOOK_NETWORKS ?? [],
    ccoeEmail: settings.CCOE_EMAIL,
    /** The kinds of cloud requests that somebody else has to approve; `all` means each of them. */
    approvals: settings.APPROVALS ?? [],
    /** With what the names of groups begin whose members may be changed. */
    spincoGroupPrefixes: settings.SPINCO_GROUP_PREFIXES,
    /** Accounts payable; null: whoever finalizes a billing run. */
    apEmail: settings.AP_EMAIL ?? null,
    ...bigQueryOf(settings, production),
    /** Where the bills of closed months are fetched from. */
    billSources: billSourcesOf(settings, production),
    /** When the running month is read, and what is unusual in it. */
    runningCosts: runningCostsOf(settings),
    /** AWS, or its simulator; null: neither. */
    aws: awsOf(settings, production),
    /** Azure, or its simulator; null: neither. */
    azure: azureOf(settings, production),
    /** Google Cloud, or its simulator; null: neither. */
    gcp: gcpOf(settings, production),
    /** GitHub, or its simulator; null: neither. */
    github: githubOf(settings, production),
    /** When the seats of Copilot are read, five fields; null: only on request. */
    copilotSync: settings.COPILOT_SYNC === 'off' ? null : settings.COPILOT_SYNC,
    /** The directory of people and groups. */
    directory: directoryOf(settings, production),
    /** When the clouds are read into the inventory, five fields; null: only on request. */
    inventorySync: settings.INVENTORY_SYNC === 'off' ? null : settings.INVENTORY_SYNC,
  };
}

/** Every setting as the server uses it. */
export type Config = ReturnType<typeof loadConfig>;

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
  return [
    ...signInContradictions(env),
    ...gcpContradictions(env),
    ...awsContradictions(env),
    ...azureContradictions(env),
    ...directoryContradictions(env),
    ...serverContradictions(env),
  ];
}
