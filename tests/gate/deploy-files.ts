import { parse } from 'yaml';
import { settingDocs } from '#server/platform/config/settings.ts';
import { fileOf } from './rights/cloud.ts';

/** A YAML file of the project. */
export const yamlOf = <T>(path: string): T => parse(fileOf(path)) as T;

/** A service of the compose file, as far as it is looked at. */
export interface Service {
  environment?: Record<string, string>;
  command?: string[];
  build?: { context: string; dockerfile: string };
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  networks?: Record<string, { aliases: string[] }>;
}

export const compose = () =>
  yamlOf<{ services: Record<string, Service>; volumes: Record<string, unknown> }>(
    'deploy/compose/compose.yaml',
  );

/** A service of the compose file. @throws where there is none of this name */
export function serviceOf(name: string): Service & { environment: Record<string, string> } {
  const found = compose().services[name];
  if (!found) throw new Error(`compose.yaml has no service ${name}.`);
  return { ...found, environment: found.environment ?? {} };
}

/** What is in the environment beside settings of the portal: read by Node itself and by the SDKs of the clouds. */
const OF_OTHERS =
  /^(NODE_EXTRA_CA_CERTS|PATH)$|^AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|CREDENTIAL_EXPIRATION|ROLE_ARN|WEB_IDENTITY_TOKEN_FILE)$|^AZURE_(CLIENT_ID|CLIENT_SECRET|CLIENT_CERTIFICATE_PATH|AUTHORITY_HOST|FEDERATED_TOKEN_FILE)$|^GOOGLE_(APPLICATION_CREDENTIALS|CLOUD_PROJECT)$/;

/** The names among these that are neither settings nor read by others. */
export function unknownSettings(names: readonly string[]): string[] {
  const known = new Set(settingDocs.map(({ name }) => name));
  return names.filter((name) => !known.has(name) && !OF_OTHERS.test(name));
}
