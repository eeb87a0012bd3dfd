import { allOf, chapter, fileOf, sourceOf, type RightsOfCloud } from './cloud.ts';

const SEATS = 'organization_copilot_seat_management';

/** The calls, and the permission of an App that lets each in. An App signs in by its key alone. */
const CALLS: Readonly<Record<string, string | null>> = {
  'GET /orgs/{org}/installation': null,
  'GET /orgs/{org}/copilot/billing/seats': `${SEATS}: read`,
  'GET /orgs/{org}/members/{username}/copilot': `${SEATS}: read`,
  'POST /orgs/{org}/copilot/billing/selected_users': `${SEATS}: write`,
  'DELETE /orgs/{org}/copilot/billing/selected_users': `${SEATS}: write`,
};

/** The right to write includes that to read. */
const strongest = (rights: readonly string[]): string[] =>
  [...new Set(rights)]
    .filter((right) => !right.endsWith(': read') || !rights.includes(right.replace('read', 'write')))
    .toSorted();

function needed(): string[] {
  const calls = allOf(
    sourceOf('src/server/providers/github/*.ts'),
    /'((?:GET|POST|PUT|PATCH|DELETE) \/[^']+)'/g,
  );
  const rights = calls.map((call) => {
    const right = CALLS[call];
    if (right === undefined)
      throw new Error(
        `The portal calls ${call} of GitHub; which permission lets it in is to be said in CALLS of tests/gate/rights/github.ts.`,
      );
    return right;
  });
  return strongest(rights.filter((right) => right !== null));
}

/** The rows of the table of calls; `the same` is the permission of the row before. */
function documented(guide: string): string[] {
  const table = chapter(guide, 'Connecting GitHub');
  let permission = '';
  const rights: string[] = [];
  for (const [, cell = ''] of table.matchAll(/^\| (?:GET|POST)[^|]*\|([^|]*)\|/gm)) {
    permission = /`(\w+)`/.exec(cell)?.[1] ?? permission;
    const level = /, (read|write) *$/.exec(cell)?.[1];
    if (level !== undefined) rights.push(`${permission}: ${level}`);
  }
  return strongest(rights);
}

/** The address in the kit that opens GitHub's form for an App with its permissions. */
const granted = (): string[] => {
  const [address = ''] = allOf(fileOf('deploy/README.md'), /(https:\/\/github\.com\/organizations\/\S+)/g);
  return Array.from(new URL(address).searchParams)
    .filter(([, value]) => value === 'read' || value === 'write')
    .map(([name, level]) => `${name}: ${level}`)
    .toSorted();
};

export const githubRights: RightsOfCloud = {
  cloud: 'GitHub',
  told: 'Connecting GitHub',
  kit: 'deploy/README.md',
  documented,
  needed,
  granted,
};
