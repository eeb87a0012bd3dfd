import type { AnswerOf } from '#calls/call.ts';
import type {
  changeSelection,
  previewSelection,
  SelectionDone,
  SelectionPreview,
} from '#calls/selections.ts';
import type { Values } from '#kernel/input.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { isJobUnderWay, type Job } from '#kernel/work.ts';
import { api, ApiError, download, newIntent } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { listParams, type ListState } from '../list-state.ts';

/** The selected records: those that were chosen one by one, or all that the list finds. */
export type Selection = { rows: readonly RecordRow[] } | { all: ListState; count: number };

/** How far a job is; null while that is not known. */
export type Progress = Job['progress'];
export type OnProgress = (progress: Progress, job: string) => void;

/** How often a job is looked at, in milliseconds: what is short is seen at once. */
const LOOK_MS = [100, 200, 400, 800];

/** How many records are selected. */
export const countOfSelection = (selection: Selection): number =>
  'rows' in selection ? selection.rows.length : selection.count;

const queryOf = (state: ListState): Record<string, string> => {
  const { sort: _sort, ...query } = listParams(state, { paged: false });
  return query;
};

/** The selected records as requests name them: by their ids, or by what they match. */
export const chosenIn = (selection: Selection): { ids: number[] } | { query: Record<string, string> } =>
  'rows' in selection ? { ids: selection.rows.map(({ id }) => id) } : { query: queryOf(selection.all) };

const named = ({ name }: Resource, selection: Selection) => ({ model: name, ...chosenIn(selection) });

/**
 * The result of a job, once it is done.
 * @throws {ApiError} with the sentence of the job where it has failed
 */
export async function resultOf<T>(id: string, onProgress: OnProgress): Promise<T> {
  for (let look = 0; ; look++) {
    const { data: job } = await api.get<RecordAnswer<Job>>(`/jobs/${id}`);
    if (job.state === 'done') return job.result as T;
    if (!isJobUnderWay(job)) {
      const refused = job.result?.['refused'];
      const details = Array.isArray(refused)
        ? { records: refused, total: job.result?.['refused_total'] }
        : {};
      throw new ApiError(409, job.error ?? 'It could not be done.', { requestId: job.request_id, details });
    }
    onProgress(job.progress, id);
    await new Promise((next) => window.setTimeout(next, LOOK_MS[Math.min(look, LOOK_MS.length - 1)]));
  }
}

/** What a change of the selected records would do; without changes only what is selected. */
export async function previewOf(
  resource: Resource,
  selection: Selection,
  changes: Values,
  onProgress: OnProgress = () => undefined,
): Promise<SelectionPreview> {
  const body = { ...named(resource, selection), changes };
  const { data } = await api.post<AnswerOf<typeof previewSelection>>('/selections/preview', body, {
    intent: newIntent(),
  });
  return data.preview ?? resultOf<SelectionPreview>(data.job?.id ?? '', onProgress);
}

/** A change or deletion that is done, and the job that did it. */
export interface Done {
  job: string;
  done: SelectionDone;
}

async function byJob(path: string, body: object, intent: string, onProgress: OnProgress): Promise<Done> {
  const { data } = await api.post<AnswerOf<typeof changeSelection>>(path, body, { intent });
  onProgress(data.job.progress, data.job.id);
  return { job: data.job.id, done: await resultOf<SelectionDone>(data.job.id, onProgress) };
}

/** Changes all selected records, or deletes them where there are no changes, as the preview has shown them. */
export const changeAll = (
  resource: Resource,
  selection: Selection,
  { total, state }: SelectionPreview,
  changes: Values | null,
  intent: string,
  onProgress: OnProgress,
): Promise<Done> =>
  byJob(
    `/selections/${changes ? 'change' : 'delete'}`,
    { ...named(resource, selection), total, state, ...(changes && { changes }) },
    intent,
    onProgress,
  );

/** Takes back what a job has done. */
export const takeBackAll = (job: string, intent: string): Promise<Done> =>
  byJob('/selections/undo', { job }, intent, () => undefined);

/** Saves the selected records as a CSV file. */
export const downloadSelection = (resource: Resource, selection: Selection): Promise<void> =>
  'rows' in selection
    ? download('/selections/file', undefined, named(resource, selection))
    : download(`${resourcePath(resource.name)}.csv`, listParams(selection.all, { paged: false }));
