import { randomInt } from 'node:crypto';
import { noPermission, refusal, type Answer, type Call, type Google } from './answer.ts';
import { etagOf, ours, shown, wrongLabels } from './projects.ts';
import type { SimulatedProject } from './state.ts';

const TYPE = 'type.googleapis.com/google.cloud.resourcemanager.v3';

/** Marks a project for deletion. Google knows it for 30 more days, in which nobody can change it. */
export function deleteProject(google: Google, { named }: Call): Answer {
  const project = ours(google, named, google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  if (project.state !== 'ACTIVE')
    return refusal('FAILED_PRECONDITION', 'The project is not active: it is marked for deletion.');
  return turned(google, { ...project, state: 'DELETE_REQUESTED', deletedAt: Date.now() }, 'DeleteProject');
}

/** Takes the mark away. Who paid for it does again, but the response asks the caller to have that looked at. */
export function undeleteProject(google: Google, { named }: Call): Answer {
  const project = ours(google, named, google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  if (project.state === 'ACTIVE')
    return refusal('FAILED_PRECONDITION', 'The project is active: there is nothing to undelete.');
  const { deletedAt: _, ...kept } = project;
  return turned(google, { ...kept, state: 'ACTIVE', billingAccountName: '' }, 'UndeleteProject');
}

/** Moves a project into a folder, or into the organization. The caller needs rights on both parents. */
export function moveProject(google: Google, { named, body }: Call): Answer {
  const project = ours(google, named, google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  if (project.state !== 'ACTIVE')
    return refusal('FAILED_PRECONDITION', 'The project is marked for deletion.');
  const parent = String(body['destinationParent'] ?? '');
  if (!/^(?:folders|organizations)\/\d+$/.test(parent))
    return refusal(
      'INVALID_ARGUMENT',
      'field [destination_parent] has issue [it is no folder and no organization]',
    );
  const isThere = google.folders.some(({ name }) => name === parent) || google.organization.name === parent;
  if (!isThere) return noPermission(parent);
  return turned(google, { ...project, parent }, 'MoveProject');
}

/**
 * Changes the labels of a project, all of them at once; the simulator knows no other change. What names the state that it was read
 * in is refused where that is another one by now.
 */
export function updateProject(google: Google, { named, query, body }: Call): Answer {
  const project = ours(google, named, google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  if (project.state !== 'ACTIVE')
    return refusal('FAILED_PRECONDITION', 'The project is marked for deletion.');
  if (query.get('updateMask') !== 'labels')
    return refusal('INVALID_ARGUMENT', 'field [update_mask] has issue [only labels can be changed]');
  const { labels = {}, etag } = body;
  if (etag !== undefined && etag !== etagOf(project))
    return refusal('ABORTED', 'The project was changed since it was read: its etag is another one.');
  const mistake = wrongLabels(google, labels);
  if (mistake) return refusal('INVALID_ARGUMENT', mistake);
  return turned(google, { ...project, labels: { ...(labels as Record<string, string>) } }, 'UpdateProject');
}

function turned(google: Google, project: SimulatedProject, what: string): Answer {
  google.state.keepProject(project);
  return [
    200,
    {
      name: `operations/pc.${randomInt(1e12, 2e14)}`,
      metadata: { '@type': `${TYPE}.${what}Metadata` },
      done: true,
      response: { '@type': `${TYPE}.Project`, ...shown(project) },
    },
  ];
}
