import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { text } from '#kernel/fields/text.ts';
import { requestPages } from './pages.ts';
import {
  baselinePart,
  budgetPart,
  charged,
  contacts,
  ownerTag,
  refusedBy,
  requestMessages,
} from './parts.ts';

const budget = budgetPart({
  amount: 'budget_amount',
  currency: 'budget_currency',
  thresholds: 'budget_thresholds',
});
const baseline = baselinePart('baseline_template', 'gcp_project');

/** A project of Google Cloud in a folder. */
export const gcpProject: CloudRequest = {
  name: 'gcp_project',
  cloud: 'gcp',
  path: '/gcp-project/create',
  ...requestPages.gcp_project,
  wrapper: 'gcp_project',
  // Who pays comes first: the owner follows from the cost center.
  groups: [
    { label: 'Labels', fields: ['cost_center_tag', 'owner_tag', 'project_name_tag'] },
    { label: 'Project', fields: ['project_name', 'folder_id'] },
    budget.group,
    baseline.group,
  ],
  title: 'project_name',
  twins: ['project_name'],
  fields: {
    project_name: text('Project Name', {
      max: 30,
      hint: '4 to 30 letters, digits and hyphens. The id of the project is made of it.',
    }),
    folder_id: text('Folder', { max: 60 }),
    cost_center_tag: text('Cost Center', { max: 255 }),
    owner_tag: ownerTag(),
    project_name_tag: text('Project Name Tag', { max: 255 }),
    ...budget.fields,
    ...baseline.fields,
  },
  choices: {
    folder_id: { path: '/gcp-folders' },
    cost_center_tag: charged,
    owner_tag: contacts,
    ...baseline.choices,
  },
  hyphenated: ['project_name', 'cost_center_tag', 'owner_tag', 'project_name_tag'],
  tags: { cost_center: 'cost_center_tag', owner: 'owner_tag', project_name: 'project_name_tag' },
  budget: budget.names,
  baseline: baseline.name,
  contacts: [],
  inventory: {},
  refused: (values) => [
    ...refusedBy(values, 'project_name', [
      [(name) => name.length >= 4, 'Google takes names of 4 to 30 characters.'],
      [
        (name) => /^[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/.test(name),
        'Google takes names that begin with a letter and have letters, digits and hyphens, with none at the end.',
      ],
    ]),
    ...budget.refused(values),
  ],
  messages: requestMessages,
};
