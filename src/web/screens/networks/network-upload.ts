import { messages } from '#resources/messages.ts';
import { networkHeaders } from '#resources/network-workbook.ts';
import type { Action, ToolbarAbout } from '#web/generic/additions/additions.ts';
import type { ResultList, UploadDeclaration, UploadOutcome } from '#web/generic/upload/upload.ts';

const LISTS = [
  ['cost_centers_added', 'Cost Centers Added'],
  ['networks_added', 'Networks Added'],
  ['projects_added', 'Project IDs Added'],
  ['networks_updated', 'Networks Updated'],
  ['projects_updated', 'Project IDs Updated'],
] as const;

/** The five lists; cost centers that a file changed are named as well where there are some. */
function lists(outcome: UploadOutcome): ResultList[] {
  const changed = outcome.models.find(({ model }) => model === 'cost_centers')?.updated ?? [];
  const named = LISTS.map(([member, title]) => ({
    title,
    names: outcome[member] as string[],
    none: `No ${title}`,
  }));
  const title = 'Cost Centers Updated';
  return changed.length === 0 ? named : [...named, { title, names: changed, none: `No ${title}` }];
}

const BUTTON = 'Upload New Network/Project IDs';

const upload: UploadDeclaration = {
  title: BUTTON,
  hint:
    'An XLSX workbook or a CSV file. A row may name a cost center, a network and a project ID: what exists is updated ' +
    'by its identifier, what does not is added, and a blank cell says nothing.',
  path: '/cost_center_networks/upload',
  member: 'file',
  kinds: { name: 'Network and project file', a: 'an XLSX or CSV file', ends: ['.xlsx', '.csv'] },
  template: { file: 'network_project_ids.csv', columns: networkHeaders },
  lists,
  submit: 'Submit',
  done: messages.dataSubmitted,
  failed: messages.networkUploadFailed,
};

/** The button of the networks' and the project ids' screens: one worksheet is about both. */
export const networkUpload: Action<ToolbarAbout> = { label: BUTTON, upload };
