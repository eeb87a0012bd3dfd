import { PERMISSIONS } from '#server/providers/graph/permissions.ts';
import { allOf, chapter, fileOf, type RightsOfCloud } from './cloud.ts';

/** That the provider names each that it needs is held by its own tests, whose simulator has no other. */
export const graphRights: RightsOfCloud = {
  cloud: 'Microsoft Graph',
  told: 'Connecting the directory',
  kit: 'deploy/azure/set-up.sh',
  documented: (guide) => allOf(chapter(guide, 'Connecting the directory'), /^\| `([\w.]+)` +\|/gm).toSorted(),
  needed: () => Object.values(PERMISSIONS).toSorted(),
  granted: () =>
    allOf(fileOf('deploy/azure/set-up.sh'), /^.*\ballow "\$CLIENT" ([\w. ]+)$/gm)
      .flatMap((permissions) => permissions.split(' '))
      .toSorted(),
};
