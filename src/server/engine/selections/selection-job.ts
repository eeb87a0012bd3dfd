import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { SelectionDone } from '#calls/selections.ts';
import { MOST_REFUSED_NAMED, type RefusedRecord } from '#kernel/bulk.ts';
import { Refusal } from '#kernel/errors.ts';
import { formerValues } from '#kernel/former-values.ts';
import { OF_SELECTION, WAYS } from '#kernel/history.ts';
import { keepsHistory, type Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { restoreRecord } from '../history.ts';
import { lockWrittenCircles, parseRow, readRowsById, type RowObject } from '../records.ts';
import type { EngineServices } from '../services.ts';
import { HeldChanges } from '../review/held-change.ts';
import { keepWaiting } from '../review/keep-waiting.ts';
import { TAKEN_BACK } from '../undo/undo-job.ts';
import { changeAll } from '../writes/bulk.ts';
import { byWay, type Who } from '../writes/write-statements.ts';
import { forgetUndo, keepUndo, readUndo, type Undo } from './kept-undo.ts';
import { previewChange } from './preview.ts';
import { demandHeld, selectNow, wantedOf, type Selected } from './selected.ts';

/** The name of the jobs that look at selected records, change them, and take that back. */
export const SELECTION_JOB = 'selection';

const ATTEMPTS = 3;
/** So many records are read at a time: others are served in between. */
const PORTION = 200;

const inputOf = z.object({
  what: z.enum(['preview', 'change', 'delete', 'undo']),
  model: z.string(),
  query: z.record(z.string(), z.string()).optional(),
  ids: z.array(z.int()).readonly().optional(),
  changes: z.record(z.string(), z.unknown()).default({}),
  total: z.int().default(0),
  state: z.string().default(''),
  /** Of what is taken back: the job that did it, and what it did. */
  of: z.object({ job: z.string(), what: z.enum(['change', 'delete']) }).optional(),
  actor: z.object({ email: z.string(), name: z.nullable(z.string()) }),
  zone: z.string().optional(),
  reason: z.string().optional(),
  via: z.array(z.object({ kind: z.enum(WAYS), name: z.nullable(z.string()) })).optional(),
});

/** The input of such a job. */
export type SelectionInput = z.input<typeof inputOf>;
type Input = z.output<typeof inputOf>;

/** The right that a job needs, as its route demands it. */
export const rightOf = ({ what, of }: Pick<SelectionInput, 'what' | 'of'>): 'update' | 'delete' =>
  what === 'delete' || of?.what === 'delete' ? 'delete' : 'update';

const reachedOf = z.object({ done: z.record(z.string(), z.unknown()) });

/** Work with selected records that takes longer than a request. */
export function selectionJob(services: EngineServices): JobKind {
  return {
    name: SELECTION_JOB,
    attempts: ATTEMPTS,
    concurrency: 2,
    guard: (request, input) => {
      const { model, ...work } = inputOf.parse(input);
      services.guard(request, rightOf(work), services.registry.get(model));
    },
    async run(context) {
      const input = inputOf.parse(context.input);
      const reached = reachedOf.safeParse(context.reached);
      const done = reached.success ? reached.data.done : await work(services, context, input);
      return async (tx) => {
        if (input.of) await forgetUndo(tx, input.of.job);
        return done;
      };
    },
  };
}

async function work(
  services: EngineServices,
  context: JobContext,
  input: Input,
): Promise<Record<string, unknown>> {
  const resource = services.registry.find(input.model);
  if (!resource) throw new Refusal(409, 'This list is not known any more.');
  const { actor, zone, via, reason = input.of ? TAKEN_BACK : undefined } = input;
  const said = { ...(zone !== undefined && { zone }), ...(reason && { reason }) };
  const by: Who = { actor, requestId: context.requestId, via, ...said };
  const who = byWay(by, 'job', OF_SELECTION);
  const onProgress = (done: number, total: number) => {
    context.signal.throwIfAborted();
    context.progress(done, total);
  };
  if (input.what === 'preview') {
    const selected = await selectNow(services, resource, wantedOf(input), { zone });
    const total = selected.ids.length;
    return previewChange(services, resource, selected, input.changes, who, (done) => onProgress(done, total));
  }
  // Before the transaction, which has a connection of its own.
  const undo = input.of && { did: input.of.what, records: await readUndo(services.db, input.of.job) };
  const make = (change: (all: Work) => Promise<Done>) =>
    services.db.transaction(async (tx) => {
      const all: Work = { services, resource, tx, who, input, onProgress, job: context.id };
      // Thousands of changes would add to the same rows of sums, each more slowly than the one before.
      await tx.query('SELECT keep_sums()');
      const done = await change(all);
      await tx.query('SELECT write_sums()');
      // Committed with the records: an attempt that comes after finds what this one has done.
      await context.save({ done }, tx);
      return done;
    });
  try {
    return await make((all) =>
      undo ? named(() => takeBack(all, undo)) : named(() => changeSelected(all), true),
    );
  } catch (error) {
    if (!(error instanceof HeldChanges)) throw error;
    return make((all) => named(() => waitSelected(all)));
  }
}

type Done = SelectionDone & Record<string, unknown>;

interface Work {
  services: EngineServices;
  resource: Resource;
  tx: PoolClient;
  who: Who;
  input: Input;
  onProgress: (done: number, total: number) => void;
  job: string;
}

/**
 * A refusal names the first records that refuse; thousands would be read by nobody.
 * @param mayWait whether a change that needs a second person only can wait for them
 */
async function named<T>(doIt: () => Promise<T>, mayWait = false): Promise<T> {
  try {
    return await doIt();
  } catch (error) {
    if (mayWait && error instanceof HeldChanges) throw error;
    const records = error instanceof Refusal ? error.details['records'] : undefined;
    if (!(error instanceof Refusal) || !Array.isArray(records)) throw error;
    const refused = (records as RefusedRecord[])
      .slice(0, MOST_REFUSED_NAMED)
      .map(({ id, name, status, error: reason }) => ({ id, name, status, error: reason }));
    const problems = refused.map(({ name, error: message }) => ({ place: name, message }));
    const total = Number(error.details['record_total'] ?? records.length);
    const outcome = { counts: [], problems, problem_total: total, file: null };
    throw new Refusal(error.status, error.message, {
      details: { refused, refused_total: total, outcome },
    });
  }
}

/** Changes or deletes all that are selected, and keeps how that is taken back. */
async function changeSelected(all: Work): Promise<Done> {
  const { services, resource, tx, who, input, onProgress, job } = all;
  const { what, changes } = input;
  const deletes = what === 'delete';
  const writer = services.writer(resource);
  await lockWrittenCircles(tx, resource, (name) => !deletes && Object.hasOwn(changes, name));
  const selected = await selectNow(services, resource, wantedOf(input), { zone: input.zone, tx });
  demandHeld(resource, selected, input);
  const before = deletes ? new Map<number, RowObject>() : await rowsOf(all, selected);
  const total = selected.ids.length;
  // By record: where another one refuses, some are changed a second time, behind savepoints of their own.
  const undo = new Map<number, Undo[number]>();
  let hasWayBack = deletes ? keepsHistory(resource) : true;
  let looked = 0;
  await changeAll(tx, selected.ids, {
    registry: services.registry,
    resource,
    done: deletes ? 'deleted' : 'changed',
    anyOrder: deletes,
    change: async (id) => {
      onProgress(Math.min(++looked, total), total);
      if (deletes) {
        const row = await writer.remove(id, who, tx);
        undo.set(id, [id, null, null]);
        return row;
      }
      const row = await writer.update(id, changes, null, who, tx);
      const [former, after] = [before.get(id), parseRow(row)];
      if (!former || former.lock_version === after.lock_version) return row;
      const values = formerValues(resource, former, after);
      hasWayBack &&= values !== null;
      undo.set(id, [id, after.lock_version, values]);
      return row;
    },
  });
  const changed = undo.size;
  const mayUndo = hasWayBack && changed > 0;
  if (mayUndo) await keepUndo(tx, job, [...undo.values()]);
  return resultOf(all, deletes ? 'delete' : 'change', { total, changed, mayUndo });
}

/** Keeps the change of all that are selected for a second person: one that changes many. */
async function waitSelected(all: Work): Promise<Done> {
  const { services, resource, tx, who, input } = all;
  const { changes } = input;
  await lockWrittenCircles(tx, resource, (name) => Object.hasOwn(changes, name));
  const selected = await selectNow(services, resource, wantedOf(input), { zone: input.zone, tx });
  demandHeld(resource, selected, input);
  const items = selected.ids.map((id) => ({ id, values: changes, version: null }));
  const { id: waits, records } = await keepWaiting(services, tx, resource, items, who, true);
  const counts = [{ label: 'Waiting for a second person', count: records }];
  const outcome = { counts, problems: [], problem_total: 0, file: null };
  const total = selected.ids.length;
  return { model: resource.name, what: 'change', total, changed: 0, may_undo: false, waits, outcome };
}

/** Takes back what another such job has done: all of it, or nothing where somebody has changed one of the records since. */
async function takeBack(
  all: Work,
  { did, records }: { did: 'change' | 'delete'; records: Undo },
): Promise<Done> {
  const { services, resource, tx, who, onProgress } = all;
  const wanted = new Map(records.map(([id, version, values]) => [id, { version, values }]));
  const writer = services.writer(resource);
  const deletes = did === 'delete';
  await lockWrittenCircles(tx, resource, (name) =>
    records.some(([, , values]) => values !== null && Object.hasOwn(values, name)),
  );
  let looked = 0;
  await changeAll(tx, [...wanted.keys()], {
    registry: services.registry,
    resource,
    done: deletes ? 'restored' : 'changed back',
    anyOrder: true,
    change: async (id) => {
      onProgress(Math.min(++looked, wanted.size), wanted.size);
      const { version = null, values = null } = wanted.get(id) ?? {};
      if (deletes) return restoreRecord(tx, writer, resource, id, who);
      return writer.update(id, values ?? {}, version, who, tx);
    },
  });
  return resultOf(all, 'undo', { total: wanted.size, changed: wanted.size, mayUndo: false });
}

/** The records as they are before the change, which are locked by now. */
async function rowsOf({ services, resource, tx }: Work, { ids }: Selected): Promise<Map<number, RowObject>> {
  const rows = new Map<number, RowObject>();
  for (let at = 0; at < ids.length; at += PORTION)
    for (const [id, row] of await readRowsById(tx, services.registry, resource, ids.slice(at, at + PORTION)))
      rows.set(id, row);
  return rows;
}

const DONE = { change: 'Changed', delete: 'Deleted', undo: 'Taken back' } as const;

/** The result of the job, with the counts that people read. */
function resultOf(
  { resource }: Work,
  what: SelectionDone['what'],
  { total, changed, mayUndo }: { total: number; changed: number; mayUndo: boolean },
): Done {
  const counts = [
    { label: DONE[what], count: changed },
    ...(total > changed ? [{ label: 'As requested before', count: total - changed }] : []),
  ];
  const outcome = { counts, problems: [], problem_total: 0, file: null };
  return { model: resource.name, what, total, changed, may_undo: mayUndo, outcome };
}

/** The title of such a job, as people read it. */
export function titleOf(resource: Resource, { what, total = 0, of }: SelectionInput): string {
  const many = `${total > 0 ? `${grouped(total)} ` : ''}${resource.label[total === 1 ? 0 : 1]}`;
  if (of) return `Undo of the ${of.what === 'delete' ? 'deletion' : 'change'} of ${many}`;
  return {
    preview: `Preview of a change of ${many}`,
    change: `Change of ${many}`,
    delete: `Deletion of ${many}`,
    undo: '',
  }[what];
}
