import { costCenterNetworks } from '#resources/cost-center-networks.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { networkWorkbook } from '#resources/network-workbook.ts';
import { projectIds } from '#resources/project-ids.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';

/** Whether a value may be a record's id, or stand for none. */
const isReference = (value: unknown) =>
  value === null || typeof value === 'number' || typeof value === 'string';

/** One worksheet adds and changes cost centers, networks and project ids; the answer names each list of its own. */
export const costCenterNetworksBehaviour: Behaviour = {
  resource: costCenterNetworks.name,
  /** The cost center may be given under both of its names; under both at once it is refused. */
  rename(input) {
    const { cost_centers_id: given } = input;
    if ('cost_center_id' in input || !isReference(given)) return;
    delete input['cost_centers_id'];
    input['cost_center_id'] = given;
  },
  uploads: [
    {
      path: '/upload',
      summary: 'Add and change networks, project ids and cost centers from a worksheet',
      member: 'file',
      kinds: ['xlsx', 'csv'],
      parts: networkWorkbook,
      answer: (models) => {
        const of = (name: string) => models.find(({ model }) => model === name);
        return {
          cost_centers_added: of(costCenters.name)?.created ?? [],
          networks_added: of(costCenterNetworks.name)?.created ?? [],
          projects_added: of(projectIds.name)?.created ?? [],
          networks_updated: of(costCenterNetworks.name)?.updated ?? [],
          projects_updated: of(projectIds.name)?.updated ?? [],
        };
      },
    },
  ],
};
