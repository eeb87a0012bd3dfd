import { listBatches, readBatch, type BatchRow, type RequestBatch } from '#calls/batches.ts';
import { choiceName } from '#kernel/fields/choice.ts';
import { toneOf, type ToneName } from '#kernel/tones.ts';
import { grouped } from '#kernel/written.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { queryOf, wholeQueryOf } from '#web/data/call.ts';
import { pauseOf } from '#web/data/work.ts';

export const HERE = '/auth/request-batches';
export const PAGE = 25;

export const batchAddress = (id: number): string => `${HERE}/${id}`;

const goesOn = ({ counts }: RequestBatch): boolean => counts.running + counts.waiting_provider > 0;

export const batchesQuery = (page: number) => ({
  ...wholeQueryOf(listBatches, { page, per_page: PAGE }, { keeps: true }),
  refetchInterval: ({ state }: { state: { data?: { data: RequestBatch[] } } }) =>
    pauseOf(state.data?.data.some(goesOn) ?? false),
});

export const batchQuery = (id: string) => ({
  ...queryOf(readBatch, { id }),
  refetchInterval: ({ state }: { state: { data?: RequestBatch } }) =>
    pauseOf(state.data ? goesOn(state.data) : false, false),
});

/** '3 AWS Accounts' */
export function requestsInWords(kind: string, count: number): string {
  return `${grouped(count)} ${choiceName(cloudDeployments.fields.kind, kind)}${count === 1 ? '' : 's'}`;
}

const COLORS: Readonly<Record<ToneName, string>> = { good: 'teal', warning: 'yellow', bad: 'red' };
const { state: stateField } = cloudDeployments.fields;

/** The state of a request, in a word beside a dot. */
export function requestState(state: BatchRow['state']): { word: string; color: string } {
  const tone = cloudDeployments.tones?.['state'];
  const toned = tone ? toneOf(tone, state, '') : null;
  const color = toned ? COLORS[toned.tone] : state === 'cancelled' ? 'gray' : 'sky';
  return { word: choiceName(stateField, state), color };
}

/** The state of a batch: what needs a look comes before what goes on. */
export function batchState({ counts, requests }: RequestBatch): { word: string; color: string } {
  if (counts.waiting_approval > 0) return requestState('waiting_approval');
  if (counts.running + counts.waiting_provider > 0) return requestState('running');
  if (counts.failed > 0) return requestState('failed');
  return requestState(counts.cancelled === requests ? 'cancelled' : 'done');
}

/** How far a batch is, such as '2 Done, 1 Failed'. */
export const countsInWords = ({ counts }: RequestBatch): string =>
  stateField.choices
    .filter((state) => counts[state as BatchRow['state']] > 0)
    .map((state) => `${grouped(counts[state as BatchRow['state']])} ${choiceName(stateField, state)}`)
    .join(', ');
