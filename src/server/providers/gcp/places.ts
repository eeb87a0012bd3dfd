import { ONCE, PAGE_SIZE, type GcpCalls } from './calls.ts';
import type { GcpFolder, GcpProvider } from './interface.ts';

/** The organization and its folders, with Resource Manager. */
export const gcpPlaces = (
  calls: GcpCalls,
  organization: string,
): Pick<GcpProvider, 'folder' | 'folders' | 'organizationName'> => ({
  folder: async (id) => {
    const answered = await calls.lookUp('Google did not return the folder', (google) =>
      google.folders.getFolder({ name: `folders/${id}` }, ONCE),
    );
    return answered && answered[0].state === 'ACTIVE' ? folderOf(answered[0]) : null;
  },
  folders: async () => {
    const found = [];
    let pageToken: string | undefined;
    do {
      const search = { query: 'state:ACTIVE', pageSize: PAGE_SIZE, ...(pageToken && { pageToken }) };
      const [page, , raw] = await calls.invoke('Google did not return its folders', 'reads', (google) =>
        google.folders.searchFolders(search, ONCE),
      );
      found.push(...page.map(folderOf));
      pageToken = raw?.nextPageToken ?? undefined;
    } while (pageToken);
    return found;
  },
  organizationName: async () => {
    const name = `organizations/${organization}`;
    const [{ displayName }] = await calls.invoke(
      'Google did not return the organization',
      'reads',
      (google) => google.organizations.getOrganization({ name }, ONCE),
    );
    return displayName ?? organization;
  },
});

interface FoundFolder {
  name?: string | null;
  displayName?: string | null;
  parent?: string | null;
}

const folderOf = ({ name, displayName, parent }: FoundFolder): GcpFolder => ({
  id: (name ?? '').replace('folders/', ''),
  name: displayName ?? '',
  parent: parent ?? '',
});
