import { isLoopback } from '#server/platform/base/special-addresses.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Finding } from '#server/platform/process/finding.ts';
import { settingDocs } from '#server/platform/config/settings.ts';
import { keyFingerprint } from '../backup/format.ts';

type Environment = Record<string, string | undefined>;

/** Settings that are secret as a whole; of addresses only the password is, wherever it is. */
const SECRET = new Set(['SECRET_KEY']);
const SECRET_PARAMETER = /pass|pwd|secret|token|credential/i;

/** Each setting that is given, as it is understood, and what does not go together. */
export function examineSettings(config: Config, env: Environment): Finding[] {
  const given = settingDocs.filter(({ name }) => env[name]?.trim());
  const unset = settingDocs.length - given.length;
  return [
    ...given.map(({ name }): Finding => ({ state: 'ok', what: name, message: shown(name, env[name] ?? '') })),
    {
      state: 'ok',
      what: 'settings',
      message: `${given.length} are set; the other ${unset} have their defaults.`,
    },
    secretKey(config, env),
    ...advice(config, env),
  ];
}

function secretKey({ secretKey: key, dataDir }: Config, env: Environment): Finding {
  const where = env['SECRET_KEY'] ? 'SECRET_KEY' : `${dataDir}/secret.key`;
  const message = `Fingerprint ${keyFingerprint(key)}, from ${where}. Keep a copy apart from the backups.`;
  return { state: 'ok', what: 'secret key', message };
}

function advice(config: Config, env: Environment): Finding[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const found: Finding[] = [];
  const say = (state: Finding['state'], what: string, message: string) =>
    found.push({ state, what, message });
  if (protocol === 'http:' && !isLoopback(hostname))
    say('failed', 'PUBLIC_URL', 'Nobody can sign in over http:// from another machine. Serve it by TLS.');
  if (protocol === 'https:' && !config.trustProxy)
    say('warning', 'TRUST_PROXY', 'Behind a proxy it must be true, or all people share one address.');
  if (config.trustProxy && !config.loopback)
    say(
      'warning',
      'HOST',
      'With TRUST_PROXY whoever reaches this address directly may claim to be anywhere.',
    );
  if (!config.loopback && config.nodeEnv !== 'production')
    say('warning', 'NODE_ENV', 'Set production where other machines reach the portal.');
  if (config.smtpUrl && !env['MAIL_FROM'])
    say('warning', 'MAIL_FROM', `Mail comes from ${config.mailFrom}, which mail servers refuse.`);
  if (!env['CCOE_EMAIL'])
    say(
      'warning',
      'CCOE_EMAIL',
      `Pages name ${config.ccoeEmail} as the address to write to, which is only an example.`,
    );
  return found;
}

function shown(name: string, value: string): string {
  if (SECRET.has(name) || value.includes('PRIVATE KEY')) return '(secret)';
  if (value.includes('-----BEGIN')) return '(PEM text)';
  if (!URL.canParse(value)) return value.length > 60 ? `${value.slice(0, 57)}…` : value;
  const url = new URL(value);
  if (url.password) url.password = '***';
  for (const key of url.searchParams.keys()) if (SECRET_PARAMETER.test(key)) url.searchParams.set(key, '***');
  return url.toString();
}
