import { z } from 'zod';
import { deedKinds } from '#resources/account-life.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudProjects } from '#resources/cloud-projects.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { members } from '#resources/members.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { ListMeta } from '#server/engine/lists/list-additions.ts';
import { bucketParameter, environmentCount, unitsParameter } from './posture.ts';

const count = (name: string, description: string, select: ListMeta['select']): ListMeta => ({
  name,
  answer: z.int().describe(description),
  select,
});

const countsByName = (name: string, description: string, select: ListMeta['select']): ListMeta => ({
  name,
  answer: z.record(z.string(), z.int()).describe(description),
  select,
});

/** What is about more than the rows of the list. */
const beyond = (meta: ListMeta): ListMeta => ({ ...meta, beyond: true });

/** How many records a model has, which the database keeps. */
const keptCount = (model: string) => () =>
  `SELECT coalesce(sum(records), 0)::integer FROM record_counts WHERE resource = '${model}'`;

/** What is done with an account that is there deploys nothing. */
const DEEDS = Object.values(deedKinds)
  .map((kind) => `'${kind}'`)
  .join(', ');

/** One JSON object of how many of some rows have which value; those without one count as None. */
const grouped = (column: string, from: string) =>
  `SELECT coalesce(json_object_agg(g.name, g.n ORDER BY g.name), '{}')
   FROM (SELECT coalesce(${column}, 'None') AS name, count(*)::integer AS n FROM ${from} GROUP BY 1) g`;

/**
 * The list has the counts of the dashboard: of accounts, those that the list is about and that are not terminated. It
 * is filtered, too, by what their posture is looked at by.
 */
export const cloudParentsBehaviour: Behaviour = {
  resource: cloudParents.name,
  list: {
    parameters: [bucketParameter, unitsParameter],
    meta: [
      beyond(
        count(
          'valid_cost_center_count',
          'Cost centers that are active today and not expired.',
          () => `SELECT count(*)::integer FROM ${costCenters.name}
          WHERE active_at <= today() AND (expired_at IS NULL OR expired_at >= today())`,
        ),
      ),
      count(
        'account_count',
        'Cloud parents of the list that are not terminated.',
        (rows) => `SELECT count(*)::integer FROM ${rows} WHERE NOT terminated`,
      ),
      beyond(count('member_count', 'Members.', keptCount(members.name))),
      beyond(count('project_count', 'Cloud projects.', keptCount(cloudProjects.name))),
      beyond(
        countsByName('cloud_deployments_count', 'Requests for what the portal deploys, by kind.', () =>
          grouped('kind', `${cloudDeployments.name} WHERE kind NOT IN (${DEEDS})`),
        ),
      ),
      beyond(
        countsByName('cloud_form_count', 'Cloud projects by their cloud form.', () =>
          grouped('cloud_form', cloudProjects.name),
        ),
      ),
      countsByName(
        'cloud_provider_count',
        'Cloud parents of the list that are not terminated, by cloud.',
        (rows) => grouped('provider_type', `${rows} WHERE NOT terminated`),
      ),
      environmentCount,
    ],
  },
};
