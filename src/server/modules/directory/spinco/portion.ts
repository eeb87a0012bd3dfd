import type { PoolClient } from 'pg';
import type { UserState } from '#resources/spinco-sg-changes.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import type { Deed } from './changes.ts';

/** So many are worked on between two notes of how far it is. */
const PORTION = 20;
/** So many of them at a time. */
const TOGETHER = 4;

/** A user that is next. */
export interface NextUser {
  place: number;
  externalId: string;
  /** They were in the group when it was last read, or as the portal has changed it since. */
  member: boolean;
}

/** The result of the change for a user. */
export interface Done {
  user: NextUser;
  state: UserState;
  message: string | null;
}

/** The users that wait, in their order, of which there are some more. */
export async function nextUsers(runner: Runner, change: number, group: string): Promise<NextUser[]> {
  const { rows } = await runner.query<NextUser>({
    text: `SELECT u.place, u.external_id AS "externalId", m.ad_person_id IS NOT NULL AS member
      FROM spinco_sg_change_users u
        LEFT JOIN ad_people p ON lower(btrim(p.external_id)) = lower(btrim(u.external_id))
        LEFT JOIN ad_groups g ON lower(btrim(g.external_id)) = lower(btrim($2))
        LEFT JOIN ad_members m ON m.ad_group_id = g.id AND m.role = 'member' AND m.ad_person_id = p.id
      WHERE u.change_id = $1 AND u.state = 'waiting' ORDER BY u.place LIMIT ${PORTION}`,
    values: [change, group],
  });
  return rows;
}

interface Work {
  directory: Directory;
  group: string;
  deed: Deed;
  /** Places of which a call may have been made before. */
  begun: ReadonlySet<number>;
  signal: AbortSignal;
}

/** The results of the users of a portion; `failure` is why the rest was not tried. */
export interface Outcome {
  done: Done[];
  failure: unknown;
}

/** Changes the users of a portion, each by one call. A user that is refused is one of those done. */
export async function changeUsers(users: readonly NextUser[], work: Work): Promise<Outcome> {
  const done: Done[] = [];
  let failure: unknown = null;
  const waiting = [...users];
  const take = async () => {
    while (failure === null && !work.signal.aborted) {
      const user = waiting.shift();
      if (!user) return;
      try {
        done.push(await changeUser(user, work));
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, take));
  return { done, failure };
}

async function changeUser(user: NextUser, { directory, group, deed, begun, signal }: Work): Promise<Done> {
  try {
    const state =
      deed === 'add'
        ? await directory.addMember(group, user.externalId, signal)
        : await directory.removeMember(group, user.externalId, signal);
    return { user, state: begun.has(user.place) ? ofEarlier(state, user) : state, message: null };
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
    return { user, state: 'failed', message: error.message };
  }
}

/** An earlier call, of which no answer came, did what is there already now and was not before. */
function ofEarlier(state: UserState, { member }: NextUser): UserState {
  if (state === 'present' && !member) return 'added';
  return state === 'absent' && member ? 'removed' : state;
}

/** Keeps what became of users. */
export async function keepDone(tx: PoolClient, change: number, done: readonly Done[]): Promise<void> {
  await tx.query(
    `UPDATE spinco_sg_change_users u SET state = d.state, message = d.message
     FROM unnest($2::integer[], $3::text[], $4::text[]) d (place, state, message)
     WHERE u.change_id = $1 AND u.place = d.place`,
    [
      change,
      done.map(({ user }) => user.place),
      done.map(({ state }) => state),
      done.map(({ message }) => message),
    ],
  );
}
