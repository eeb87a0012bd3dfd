import { createHash } from 'node:crypto';
import { noPermission, refusal, type Answer, type Call, type Google } from './answer.ts';
import { ours } from './projects.ts';
import type { SimulatedPolicy } from './state.ts';

const ROLE = /^((organizations|projects)\/[\w.-]+\/)?roles\/[\w.]+$/;
const MEMBER = /^(user|group|serviceAccount|domain):\S+$/;

type Bindings = SimulatedPolicy['bindings'];

/** Who has which roles on a project. */
export function getIamPolicy(google: Google, { named }: Call): Answer {
  const project = ours(google, named, google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  return [200, shown(google, project.projectId)];
}

/** Puts another policy in the place of the one that is there, unless that has changed since it was read. */
export function setIamPolicy(google: Google, { named, body }: Call): Answer {
  const project = ours(google, named, google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  const { bindings = [], etag } = (body['policy'] ?? {}) as { bindings?: Bindings; etag?: string };
  if (etag !== undefined && etag !== shown(google, project.projectId).etag)
    return refusal(
      'ABORTED',
      'There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.',
    );
  const unknown = bindings.find(({ role }) => !ROLE.test(role));
  if (unknown) return refusal('INVALID_ARGUMENT', `Role ${unknown.role} is not supported for this resource.`);
  const wrong = bindings.flatMap(({ members }) => members).find((member) => !MEMBER.test(member));
  if (wrong !== undefined) return refusal('INVALID_ARGUMENT', `The member ${wrong} is of an unknown type.`);
  google.state.keepPolicy({ resource: `projects/${project.projectId}`, bindings });
  return [200, shown(google, project.projectId)];
}

/** With an etag that follows from what it says. */
function shown({ state }: Google, projectId: string) {
  const { bindings } = state.policies.get(`projects/${projectId}`) ?? { bindings: [] };
  const etag = createHash('sha256')
    .update(JSON.stringify(bindings))
    .digest()
    .subarray(0, 8)
    .toString('base64');
  return { version: 1, etag, bindings };
}
