import { globSync, readFileSync } from 'node:fs';
import { projectRoot } from '#server/platform/config/config.ts';

/** The source of a provider, without its tests and its comments. */
const sourceOf = (provider: string): string[] =>
  globSync(`src/server/providers/${provider}/*.ts`, { cwd: projectRoot })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) =>
      readFileSync(`${projectRoot}/${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
    );

const sorted = (found: Iterable<string>) => [...new Set(found)].toSorted();

/** `projects.createProject`: the calls of Google's clients, and those that go without them. */
export function sentToGoogle(): string[] {
  const text = sourceOf('gcp').join('\n');
  const calls = text.matchAll(
    /google\s*\.(projects|folders|organizations|billing|budgets|services)\s*\.(\w+)\(/g,
  );
  const searches = text.matchAll(/client\s*\.(\w+)Async\(/g);
  return sorted([
    ...Array.from(calls, ([, client, method]) => `${client}.${method}`),
    ...Array.from(searches, ([, method]) => `assets.${method}`),
    ...Array.from(text.matchAll(/google\.(read\w*Json)\(/g), ([, call = '']) => call),
  ]);
}

const CLIENTS =
  /\b(subscriptions|groups|resources|graph|patientGraph|authorization|consumption|policies)((?:\s*\.[a-z]\w*)+)\(/g;

/** `subscriptions.alias.get`: the calls of Azure's clients, also where a part of a client has a name of its own. */
export function sentToAzure(): string[] {
  return sorted(
    sourceOf('azure').flatMap((text) => {
      let whole = text;
      for (const [, client, part, name] of text.matchAll(/(\w+): \{ (\w+): (\w+) \}/g))
        whole = whole.replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `${client}.${part}.`);
      return Array.from(
        whole.matchAll(CLIENTS),
        ([, client = '', call = '']) =>
          `${client === 'patientGraph' ? 'graph' : client}${call.replaceAll(/\s/g, '')}`,
      );
    }),
  );
}

/** `GET /orgs/{org}/installation`: the routes as Octokit is given them, and what it sends for a token by itself. */
export function sentToGitHub(): string[] {
  const text = sourceOf('github').join('\n');
  return sorted([
    ...Array.from(text.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']+)'/g), ([, route = '']) => route),
    ...(text.includes('getInstallationOctokit(')
      ? ['POST /app/installations/{installation_id}/access_tokens']
      : []),
  ]);
}

/** `GET /groups/delta`: the paths that are put together for Graph, with `{}` for each id. */
export function sentToGraph(): string[] {
  const text = sourceOf('graph').join('\n').replaceAll('${groupAt(group)}', '/groups/${id}');
  const paths = Array.from(text.matchAll(/`(\/(?:users|groups)[^`]*)`/g), ([, path = '']) =>
    path
      .replace(/\$\{query\(.*$/, '')
      .replace(/\?.*$/, '')
      .replaceAll(/\$\{[^}]*\}/g, '{}'),
  );
  return sorted(paths.filter((path) => path !== '/groups/{}').map((path) => `${methodOf(path)} ${path}`));
}

/** References are added to a list, and taken away one by one. */
function methodOf(path: string): string {
  if (!path.endsWith('/$ref')) return 'GET';
  return path.endsWith('{}/$ref') ? 'DELETE' : 'POST';
}
