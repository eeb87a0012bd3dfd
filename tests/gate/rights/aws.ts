import { existsSync, globSync, readFileSync } from 'node:fs';
import { projectRoot } from '#server/platform/config/config.ts';
import { chapter, type RightsOfCloud } from './cloud.ts';

/** Packages of the SDK, and the prefix of their actions in policies of IAM. */
const PREFIXES: Readonly<Record<string, string>> = {
  '@aws-sdk/client-account': 'account',
  '@aws-sdk/client-config-service': 'config',
  '@aws-sdk/client-identitystore': 'identitystore',
  '@aws-sdk/client-organizations': 'organizations',
  '@aws-sdk/client-s3': 's3',
  '@aws-sdk/client-service-catalog': 'servicecatalog',
  '@aws-sdk/client-sso-admin': 'sso',
  '@aws-sdk/client-sts': 'sts',
};

/** Operations that need other actions than the one of their name, by the Service Authorization Reference. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  // Accounts are tagged as they are made.
  'organizations:CreateAccount': ['organizations:CreateAccount', 'organizations:TagResource'],
  's3:ListObjectsV2': ['s3:ListBucket'],
  // Everybody may do it.
  'sts:GetCallerIdentity': [],
};

const PACKAGE = /@aws-sdk\/client-[\w-]+/g;
const OPERATION = /\b(?:paginate([A-Z]\w+)|([A-Z]\w+)Command)\b/g;

/** The operation as its action: of the package that has a command of this name. */
function operationOf(name: string, packages: readonly string[], file: string): string {
  const found = packages.filter((one) =>
    existsSync(`${projectRoot}/node_modules/${one}/dist-types/commands/${name}Command.d.ts`),
  );
  const prefix = found.length === 1 ? PREFIXES[found[0] ?? ''] : undefined;
  if (prefix === undefined)
    throw new Error(`${file} sends ${name}; which of ${packages.join(', ')} has it cannot be told.`);
  return `${prefix}:${name}`;
}

const sources = () => globSync('src/server/**/*.ts', { cwd: projectRoot });

/** Every operation that the portal sends, such as `organizations:ListAccounts`. */
export function sentToAws(): string[] {
  const operations = new Set<string>();
  for (const file of sources()) {
    const text = readFileSync(`${projectRoot}/${file}`, 'utf8');
    const packages = [...new Set(text.match(PACKAGE))];
    if (text.includes('fromTemporaryCredentials')) operations.add('sts:AssumeRole');
    if (packages.length === 0) continue;
    for (const [, listed, one] of text.matchAll(OPERATION))
      operations.add(operationOf(listed ?? one ?? '', packages, file));
  }
  return [...operations].toSorted();
}

const needed = () =>
  [...new Set(sentToAws().flatMap((operation) => ACTIONS[operation] ?? [operation]))].toSorted();

/** The prefix of a service and then its actions, each word with two capital letters: `sso:` ListInstances, ListUsers. */
const LISTED = /`([a-z0-9]+):`|\b([A-Z][a-z]+[A-Z]\w+)\b/g;
/** An action by itself: `sts:AssumeRole`. */
const SINGLE = /`([a-z0-9]+:[A-Z]\w+)`/g;

function documented(guide: string): string[] {
  const connecting = chapter(guide, 'Connecting AWS');
  const both = `${connecting}${chapter(guide, 'Fetching bills')}`;
  const actions = new Set(Array.from(both.matchAll(SINGLE), ([, action = '']) => action));
  const list = connecting.split('\n').filter((line) => /^(- | {2})/.test(line));
  let prefix = '';
  for (const [, begun, action] of list.join('\n').replaceAll(SINGLE, '').matchAll(LISTED))
    if (begun === undefined) actions.add(`${prefix}:${action}`);
    else prefix = begun;
  return [...actions].toSorted();
}

export const awsRights: RightsOfCloud = { cloud: 'AWS', documented, needed };
