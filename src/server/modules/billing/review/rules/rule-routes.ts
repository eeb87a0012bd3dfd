import { addRules, allocateRun, listRules } from '#calls/rules.ts';
import { invalid } from '#kernel/errors.ts';
import { heavyWorkFor } from '#server/platform/http/heavy-answer.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, serve, serveChange, servePrepared } from '#server/platform/http/serve.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { ALLOCATION } from '../../runs/job-kinds.ts';
import { aroundJob, changeRun } from '../../runs/reallocate.ts';
import { previewRules } from './preview.ts';
import { addVersion, readVersions } from './versions.ts';

/** The versions of the rules, and taking one for a run on purpose. */
export function ruleRoutes(door: Door, parts: BillingParts): void {
  const { db } = parts;
  serve(door, listRules, () => readVersions(db));
  servePrepared(door, addRules, async ({ body: { preview, ...rules }, actor: { email } }, reply) => {
    if (preview) {
      const runs = await heavyWorkFor(reply).run(() => previewRules(db, rules, email));
      return new Previewed({ data: { runs } });
    }
    return async (tx) => {
      const added = await addVersion(tx, rules, email);
      const versions = await readVersions(tx);
      const version = versions.find((one) => one.version === added);
      if (!version) throw new Error(`Version ${added} of the rules was not written down.`);
      return version;
    };
  });
  serveChange(
    door,
    allocateRun,
    async (tx, { params: { id }, body: { rules_version: wanted = null }, actor, request }) => {
      const refused = 'it is not allocated anew';
      return changeRun(tx, parts, { id, refused, actor, requestId: request.id }, async (held) => {
        const versions = await readVersions(tx);
        const found = versions.find((one) => (wanted === null ? one.current : one.version === wanted));
        if (!found)
          throw invalid([{ field: 'rules_version', message: `There is no version ${wanted} of the rules.` }]);
        await tx.query('UPDATE billing_runs SET rules_version = $2 WHERE id = $1', [id, found.version]);
        if (found.version === held.rules_version)
          return { name: 'Allocate it anew', detail: 'By the reference data as they are now.' };
        return {
          name: `Take version ${found.version} of the rules`,
          detail: `It was allocated by version ${held.rules_version}.`,
        };
      });
    },
    aroundJob(parts, ALLOCATION),
  );
}
