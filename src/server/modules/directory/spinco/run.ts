import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import type { ComeBack, JobContext, LastStep } from '#server/platform/jobs/kind.ts';
import { pauseAfter, timeInWords, type Pace } from '#server/platform/jobs/pace.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import { summarize } from '../access/summarize.ts';
import { updateChange, type ChangeRow } from './changes.ts';
import { refusalOf } from './groups.ts';
import { learnMembers } from './learn.ts';
import { noted, type Noted } from './noted.ts';
import { changeUsers, keepDone, nextUsers, type Done, type NextUser } from './portion.ts';

interface RunParts {
  db: Database;
  directory: Directory;
  pace: Pace;
}

/** One run through the users of a change: from the first that waits, until none does or the directory is to be waited for. */
export class ChangeRun {
  readonly #parts: RunParts;
  readonly #change: ChangeRow;
  /** The object id of the group that was meant when the change was requested. */
  readonly #group: string;
  readonly #job: JobContext;
  #noted: Noted;
  #reached = 0;

  constructor(parts: RunParts, change: ChangeRow, group: string, job: JobContext) {
    this.#parts = parts;
    this.#change = change;
    this.#group = group;
    this.#job = job;
    this.#noted = noted(job.reached);
  }

  /** Answers the last step, or when to come back. @throws {Refusal} where the change cannot be made */
  async run(): Promise<LastStep | ComeBack> {
    const { db } = this.#parts;
    const { id, user_count: total } = this.#change;
    try {
      await this.#refuseOther();
      this.#reached = total - (await countWaiting(db, id));
      for (;;) {
        this.#job.signal.throwIfAborted();
        const users = await nextUsers(db, id, this.#group);
        if (users.length === 0) return (tx) => this.#finish(tx);
        await this.#advance(users);
        this.#job.progress(this.#reached, total);
      }
    } catch (error) {
      // The portal ends: whoever goes on knows whose call may have been made.
      if (!(error instanceof ProviderFailure) || this.#job.signal.aborted) throw error;
      return this.#later(error);
    }
  }

  /** Changes some users and keeps what became of each. @throws {ProviderFailure, Refusal} why the others have to wait */
  async #advance(users: readonly NextUser[]): Promise<void> {
    const { directory } = this.#parts;
    const { deed } = this.#change;
    const { signal } = this.#job;
    const begun = new Set(this.#noted.begun);
    this.#noted = { ...this.#noted, begun: users.map(({ place }) => place) };
    await this.#job.save({ ...this.#noted });
    const { done, failure } = await changeUsers(users, {
      directory,
      group: this.#group,
      deed,
      begun,
      signal,
    });
    const refusal = done.some(({ state }) => state === 'failed') ? await this.#lost() : null;
    // Where the group is gone nobody was refused for their own sake.
    const kept = refusal === null ? done : done.filter(({ state }) => state !== 'failed');
    if (failure === null) this.#noted = { ...this.#noted, begun: [] };
    // Whoever gets on is patient anew.
    if (kept.length > 0) this.#noted = { ...this.#noted, failures: 0, busy: 0 };
    await this.#keep(kept);
    if (failure !== null || refusal !== null) throw refusal ?? failure;
  }

  async #keep(done: readonly Done[]): Promise<void> {
    if (done.length === 0) return;
    const { id, deed } = this.#change;
    await this.#parts.db.transaction(async (tx) => {
      await this.#job.save({ ...this.#noted }, tx);
      await keepDone(tx, id, done);
      const changed = done.filter(({ state }) => state !== 'failed').map(({ user }) => user.externalId);
      await learnMembers(tx, deed, this.#group, changed);
      await updateChange(tx, id, 'running', null);
    });
    this.#reached += done.length;
  }

  /** Why the group cannot be changed any more; null where it can, or where the directory does not say. */
  async #lost(): Promise<Refusal | null> {
    try {
      await this.#refuseOther();
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      if (error instanceof ProviderFailure) return null;
      throw error;
    }
  }

  /** @throws {Refusal} where the group is no longer the one that was meant, or may not be changed; {ProviderFailure} */
  async #refuseOther(): Promise<void> {
    const { group_name: name } = this.#change;
    const found = await this.#parts.directory.groupsNamed(name, this.#job.signal);
    const group = found.find(({ id }) => id.toLowerCase() === this.#group.toLowerCase());
    const refusal = group
      ? refusalOf(group)
      : `The group ${name} that was meant is no longer in the directory under this name: it was renamed or deleted.`;
    if (refusal === null) return;
    const done = this.#change.user_count - (await countWaiting(this.#parts.db, this.#change.id));
    const far =
      done === 0 ? 'Nothing was changed.' : `${done.toLocaleString('en')} of its users were reached before.`;
    throw new Refusal(409, `${refusal} ${far}`);
  }

  /** When to come back after a failure of the directory. @throws {Refusal} where there is no patience left */
  async #later({ kind, message, retryAfterSeconds }: ProviderFailure): Promise<ComeBack> {
    const { pace } = this.#parts;
    if (kind === 'refused') return this.#giveUp(message);
    const isBusy = kind === 'busy';
    const failures = this.#noted.failures + (isBusy ? 0 : 1);
    const busy = this.#noted.busy + (isBusy ? 1 : 0);
    if (failures >= pace.tries) return this.#giveUp(`${message} It was tried ${failures} times.`);
    const wanted = retryAfterSeconds ?? pauseAfter(pace, isBusy ? busy : failures);
    const pause = Math.max(pace.leastSeconds, Math.min(pace.longestSeconds, wanted));
    const waited = this.#noted.waited + pause;
    if (waited > pace.patienceSeconds)
      return this.#giveUp(`It was not done within ${timeInWords(pace.patienceSeconds)}. ${message}`);
    this.#noted = { ...this.#noted, failures, busy, waited };
    await this.#saveReason(message);
    return this.#job.comeBack(pause, { ...this.#noted });
  }

  /** Saves why a running change waits. */
  async #saveReason(why: string): Promise<void> {
    await this.#parts.db.transaction(async (tx) => {
      await this.#job.save({ ...this.#noted }, tx);
      await updateChange(tx, this.#change.id, 'running', why);
    });
  }

  /** Whoever tries it again has the whole patience again. @throws {Refusal} */
  async #giveUp(reason: string): Promise<never> {
    await this.#job.save({ ...noted({}), begun: this.#noted.begun });
    throw new Refusal(409, reason);
  }

  async #finish(tx: PoolClient): Promise<Record<string, unknown>> {
    const { id, deed, user_count: total } = this.#change;
    const { rows } = await tx.query<{ state: string; count: number }>(
      'SELECT state, count(*)::integer AS count FROM spinco_sg_change_users WHERE change_id = $1 GROUP BY state ORDER BY state',
      [id],
    );
    const failed = rows.find(({ state }) => state === 'failed')?.count ?? 0;
    const verb = deed === 'add' ? 'added' : 'removed';
    const problem = `${failed} of ${total} users could not be ${verb}; each of them says why.`;
    await summarize(tx);
    await updateChange(tx, id, failed === 0 ? 'done' : 'failed', failed === 0 ? null : problem);
    const counts = rows.map(({ state, count }) => ({ label: LABELS[state] ?? state, count }));
    const problems = failed === 0 ? [] : [{ place: this.#change.group_name, message: problem }];
    return { change: id, outcome: { counts, problems, problem_total: problems.length, file: null } };
  }
}

const LABELS: Readonly<Record<string, string>> = {
  added: 'Added',
  present: 'In the group already',
  removed: 'Removed',
  absent: 'Not in the group anyway',
  failed: 'Refused',
};

async function countWaiting(db: Database, change: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM spinco_sg_change_users WHERE change_id = $1 AND state = 'waiting'`,
    [change],
  );
  return rows[0]?.count ?? 0;
}
