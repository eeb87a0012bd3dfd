import { randomUUID } from 'node:crypto';
import type { Plan } from '#calls/factory.ts';
import { gcpProject } from '#resources/cloud-requests/gcp-project.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { Values } from '#kernel/input.ts';
import type { Recipe } from '../ledger/step.ts';
import { environmentOf } from '#resources/account-places.ts';
import { gcpBaseline } from './gcp-baseline.ts';
import { gcpBudget } from './gcp-budget.ts';
import { createFolderTree, type FolderTree } from './gcp-folders.ts';
import { projectIds } from './gcp-ids.ts';
import { encodeLabel, encodeNarrowLabel, labelTexts, narrowKey } from './gcp-labels.ts';
import { createProjectStep, DEPLOYMENT_LABEL, type Settling } from './gcp-create.ts';
import { linkBillingStep } from './gcp-new-project.ts';

/** A creation takes Google less than two minutes as a rule, and the simulator the delay that it was given. */
const SIMULATED: Settling = { seconds: 2, looks: 4 };
const REAL: Settling = { seconds: 10, looks: 12 };

/**
 * How a project of Google Cloud is made: created with its labels, waited for, and paid for.
 * @param settling how long to wait for a project of an id that is taken, before it is known to be somebody else's
 */
export function gcpRecipe(
  gcp: GcpProvider,
  folders: FolderTree = createFolderTree(gcp),
  settling = gcp.reached.simulated ? SIMULATED : REAL,
): Recipe {
  return {
    request: gcpProject,
    steps: [
      createProjectStep(gcp, settling, async ({ deployment, request }) => {
        // No other deployment has it, nor one of another portal in the same organization. Any Google takes it as a label.
        const made = `d${deployment}-${randomUUID().slice(0, 8)}`;
        const name = textOf(request, 'project_name');
        const folder = folderOf(request);
        const texts = labelTexts(request);
        return {
          ids: projectIds(name, made),
          name,
          parent: `folders/${folder}`,
          folder: await folders.pathOf(folder),
          labels: {
            ...Object.fromEntries(texts.map(([label, text]) => [label, encodeLabel(text)])),
            [DEPLOYMENT_LABEL]: made,
          },
          narrow_labels: {
            ...Object.fromEntries(texts.map(([label, text]) => [narrowKey(label), encodeNarrowLabel(text)])),
            [DEPLOYMENT_LABEL]: made,
          },
          // The texts behind the labels, which may be cut to a key.
          tagged: Object.fromEntries(texts),
        };
      }),
      linkBillingStep(gcp, settling.seconds, settling.lateSeconds),
    ],
    cloudBudget: gcpBudget(gcp),
    baseline: (baseline) => gcpBaseline(gcp, settling, baseline),
    check: async (values) => {
      const id = folderOf(values);
      if (id === '') return [];
      const folder = /^\d+$/.test(id) ? await gcp.folder(id) : null;
      const message =
        'The organization has no such folder, or the portal may not see it. Choose one of the list.';
      return folder ? [] : [{ field: 'folder_id', message }];
    },
    plan: (values) => planOf(values, gcp, folders),
    identifier: (ids) => ids['project_id'] ?? '',
    inventory: ({ request, ids }) => ({
      provider_type: 'GcpCloudParent',
      name: textOf(request, 'project_name'),
      environment: environmentOf('GcpCloudParent', ids['folder'] ?? ''),
    }),
  };
}

async function planOf(values: Values, gcp: GcpProvider, folders: FolderTree): Promise<Plan> {
  const name = textOf(values, 'project_name');
  const folder = folderOf(values);
  const [organization, path] = await Promise.all([
    gcp.organizationName(),
    folder === '' ? '' : folders.pathOf(folder),
  ]);
  const tags = labelTexts(values).flatMap(([key, text]) => {
    const value = encodeLabel(text);
    return text === '' ? [] : [{ key, value, ...(value !== text && { text }) }];
  });
  // The suffix of a name that is too short or taken follows from the deployment, which is not there yet.
  const [id = ''] = projectIds(name, '');
  const isPlain = id === projectIds(name, 'another')[0];
  return {
    where: path === '' ? organization : `${organization} / ${path}`,
    tags,
    settings: [
      ...(name === '' ? [] : [{ label: 'Project ID', value: isPlain ? id : `${id.slice(0, -SUFFIX)}…` }]),
      { label: 'Billing Account', value: gcp.billingAccount },
    ],
    steps: ['Create the project', 'Link the billing account'],
  };
}

const SUFFIX = 5;

function textOf(values: Values, field: string): string {
  const value = values[field];
  return typeof value === 'string' ? value : '';
}

/** The number of the folder, with or without what Google writes before it. */
const folderOf = (values: Values) => textOf(values, 'folder_id').replace(/^folders\//, '');
