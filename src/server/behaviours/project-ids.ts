import { text } from '#kernel/fields/text.ts';
import { costCenterNetworks } from '#resources/cost-center-networks.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { projectIds } from '#resources/project-ids.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';

/** Project ids are filtered by the cost center of their network. */
export const projectIdsBehaviour: Behaviour = {
  resource: projectIds.name,
  list: {
    parameters: [
      {
        name: 'by_cost_center',
        summary: 'The identifier of the cost center that their network has.',
        field: text('Cost Center'),
        where: (
          row,
          value,
        ) => `${row}.cost_center_network_id IN (SELECT n.id FROM ${costCenterNetworks.name} n
          JOIN ${costCenters.name} c ON c.id = n.cost_center_id
          WHERE lower(btrim(c.identifier)) = lower(btrim(${value}::text)))`,
      },
    ],
  },
};
