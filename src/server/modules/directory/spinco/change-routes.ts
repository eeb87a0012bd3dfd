import { changeUsers } from '#calls/security-groups.ts';
import { spincoSgChanges, type SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { parseRow } from '#server/engine/records.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, serveChangeAfter } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { readRequest } from './read-request.ts';
import { beginChange, SPINCO_SG_CHANGE, type Deed } from './changes.ts';
import { demandRight, previewChange, presentPreview } from './preview.ts';
import { callDirectory, directoryOf, type ChangeParts } from './parts.ts';

/** `POST /api/spinco_sgs/add` and `/remove`. */
export function changeRoutes(door: Door, parts: ChangeParts): void {
  for (const deed of ['add', 'remove'] as const) serveDeed(door, parts, deed);
}

function serveDeed(door: Door, parts: ChangeParts, deed: Deed): void {
  const { db, services, queue, jobs, at, prefixes } = parts;
  const resource = services.registry.get(spincoSgChanges.name);
  const preview = (body: Record<string, unknown>) => {
    const wanted = readRequest(body);
    const directory = directoryOf(at);
    return callDirectory(() => previewChange({ db, directory, prefixes }, wanted));
  };
  serveChangeAfter(
    door,
    changeUsers[deed],
    async (_hold, { body, actor, request }) => {
      const found = await preview(body);
      await queue.ready();
      // Refused within: a request that comes again gets its first answer, although the directory is another by now.
      return async (tx) => {
        const who = requesterOf(request, actor);
        const { id, job } = await beginChange(tx, parts, { ...demandRight(found), deed, who });
        const row = parseRow(await services.writer(resource).read(id, tx));
        const spinco_sg_change = row as unknown as SpincoSgChange;
        return { spinco_sg_change, job: presentJob(job) };
      };
    },
    {
      preview: async ({ body }) =>
        body.dry_run === true ? new Previewed({ data: presentPreview(await preview(body)) }) : null,
      around: async (change) => {
        const answer = await change();
        jobs.wake(SPINCO_SG_CHANGE);
        return answer;
      },
    },
  );
}
