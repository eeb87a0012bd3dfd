import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { CloudPlaces } from '../life/cloud-places.ts';
import type { FolderTree } from './gcp-folders.ts';

const USUAL_PAUSE = 5;
const FOLDER = 'folders/';
/** What projects lie in that are in no folder. */
const ORGANIZATION = 'Organization';

/** The path of what a project lies in, `folders/…` or `organizations/…`. */
export const placeOfParent = async (folders: FolderTree, parent: string): Promise<string> =>
  parent.startsWith(FOLDER) ? folders.pathOf(parent.slice(FOLDER.length)) : ORGANIZATION;

/** The folders of Google Cloud as places of projects. */
export function gcpPlaces(gcp: GcpProvider, folders: FolderTree): CloudPlaces {
  const parentOf = async (account: string) => (await gcp.project(account))?.parent ?? null;
  return {
    called: 'folder',
    all: async () =>
      (await folders.groups())
        .flatMap(({ options }) => options)
        .map(({ value, label }) => ({ id: `${FOLDER}${value}`, path: label })),
    of: async (account) => {
      const parent = await parentOf(account);
      return parent === null ? null : { id: parent, path: await placeOfParent(folders, parent) };
    },
    isIn: async (account, place) => (await parentOf(account)) === place,
    move: gcp.moveProject,
    lookAgain: gcp.reached.simulated ? 1 : USUAL_PAUSE,
  };
}
