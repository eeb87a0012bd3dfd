import { invalidPage, noPermission, pageOf, type Answer, type Call, type Google } from './answer.ts';
import type { SimulatedFolder } from './answer.ts';

const CREATED = '2024-01-01T00:00:00Z';

export function getOrganization({ organization }: Google, { named }: Call): Answer {
  if (`organizations/${named}` !== organization.name) return noPermission(`organization ${named}`);
  return [200, { ...organization, state: 'ACTIVE', createTime: CREATED }];
}

export function getFolder({ folders }: Google, { named }: Call): Answer {
  const folder = folders.find(({ name }) => name === `folders/${named}`);
  return folder ? [200, shown(folder)] : noPermission(`folder ${named}`);
}

/** Direct children only. */
export function listFolders(google: Google, call: Call): Answer {
  const parent = call.query.get('parent');
  return foldersAnswer(google, call, (folder) => folder.parent === parent);
}

/** All that the caller may see, whatever is requested: the simulator has none that are deleted. */
export const searchFolders = (google: Google, call: Call): Answer => foldersAnswer(google, call, () => true);

function foldersAnswer(google: Google, call: Call, matches: (folder: SimulatedFolder) => boolean): Answer {
  const paged = pageOf(google.folders.filter(matches), call, google.pageSize);
  if (!paged) return invalidPage();
  const { page, ...next } = paged;
  return [200, { folders: page.map(shown), ...next }];
}

const shown = (folder: SimulatedFolder) => ({ ...folder, state: 'ACTIVE', createTime: CREATED });

/** The tree of an organization that nobody described, two deep. */
export function seededFolders(organization: string): SimulatedFolder[] {
  const tree: Record<string, string[]> = {
    Production: ['Shop', 'Data Platform', 'Shared Services'],
    'Non-Production': ['Development', 'Test'],
    Sandbox: ['Training'],
  };
  return Object.entries(tree).flatMap(([displayName, children], index) => {
    const name = `folders/${(index + 1) * 100_000_000_000}`;
    const inside = children.map((child, at) => ({
      name: `folders/${(index + 1) * 100_000_000_000 + at + 1}`,
      parent: name,
      displayName: child,
    }));
    return [{ name, parent: organization, displayName }, ...inside];
  });
}
