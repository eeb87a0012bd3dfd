import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/platform/config/config.ts';
import { chapter, fileOf, type RightsOfCloud } from './cloud.ts';

/** Packages of the SDK, and the prefix of their actions in policies of IAM. */
const PREFIXES: Readonly<Record<string, string>> = {
  '@aws-sdk/client-account': 'account',
  '@aws-sdk/client-budgets': 'budgets',
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
  'budgets:CreateBudget': ['budgets:ModifyBudget'],
  'budgets:DescribeBudget': ['budgets:ViewBudget'],
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

/** The bullets of the guide, by the file of deploy/aws/policies that gives what each names. */
const BULLETS: Readonly<Record<string, RegExp>> = {
  accounts: /^- to make accounts,/m,
  'account-life': /^- to freeze, release, move and close accounts,/m,
  'contacts-and-regions': /^- for their contacts and regions,/m,
  budgets: /^- for the budgets that requests ask for,/m,
  'who-may-do-what': /^- for who may do what,/m,
  assignments: /^- where `AWS_PERMISSION_SET` names/m,
  catalog: /^- for products of the service catalog,/m,
  machines: /^- for machines,/m,
  'provisioned-products': /^- `servicecatalog:` SearchProvisionedProducts,/m,
};

/** The actions that the guide names for a feature. @throws where it has no bullet of it */
export function documentedFor(guide: string, feature: string): string[] {
  const connecting = chapter(guide, 'Connecting AWS');
  const start = BULLETS[feature] && connecting.search(BULLETS[feature]);
  if (start === undefined || start < 0) throw new Error(`The guide has no bullet for ${feature}.`);
  const [bullet = ''] = connecting.slice(start).split(/\n(?! {2})/, 1);
  return documented(`\n## Connecting AWS\n${bullet}\n## Fetching bills\n`);
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Principal?: unknown;
}

/** A document somewhere in a JSON file gives these actions to who has it; a trust policy names a principal, and gives none. */
function actionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('Effect' in value && 'Action' in value) {
    const { Action: action, Principal: principal } = value as Statement;
    return principal === undefined ? [action].flat() : [];
  }
  return Object.values(value).flatMap(actionsIn);
}

/** The actions that a file of deploy/aws gives, such as policies/catalog.json. */
export const grantedBy = (file: string): string[] =>
  [...new Set(actionsIn(JSON.parse(fileOf(`deploy/aws/${file}`))))].toSorted();

/** The features that have a policy. */
export const awsFeatures = (): string[] =>
  globSync('deploy/aws/policies/*.json', { cwd: projectRoot }).map((file) => path.basename(file, '.json'));

const granted = (): string[] =>
  [...new Set(awsFeatures().flatMap((feature) => grantedBy(`policies/${feature}.json`)))].toSorted();

export const awsRights: RightsOfCloud = {
  cloud: 'AWS',
  told: 'Connecting AWS',
  kit: 'deploy/aws/policies',
  documented,
  needed,
  granted,
};
