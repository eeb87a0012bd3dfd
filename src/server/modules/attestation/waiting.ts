import type { WaitingWork } from '#calls/overview.ts';
import { countRows } from '#server/engine/waiting.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { can } from '#server/policies/roles.ts';

/** How many answers of owners wait for the desk; null for who may not take them over, and sees no campaign. */
export const countAnswers = async (db: Database, actor: Actor): Promise<WaitingWork | null> =>
  can(actor, 'run_attestations')
    ? {
        list: 'attestations',
        filter: 'answer',
        value: 'All',
        label: 'Answered by owners',
        tone: 'warning',
        ...(await countRows(db, {
          name: 'attestation-answers',
          rows: "SELECT FROM attestation_items WHERE answer <> 'confirmed' AND settled IS NULL",
        })),
      }
    : null;
