import { assignAccount as assignAccountCall } from '#calls/assign.ts';
import {
  addParts as addPartsCall,
  beginRun as beginRunCall,
  processAzure,
  processGoogle,
  sendFile,
} from '#calls/bills.ts';
import type { AnswerOf, InputOf } from '#calls/call.ts';
import { answerExisting as answerExistingCall, type Both, type Existing } from '#calls/existing.ts';
import { finalizeRun as finalizeRunCall } from '#calls/finalize.ts';
import { parsePreAp, type Reviewed } from '#calls/review.ts';
import { readRun, type Begun } from '#calls/runs.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { change, fetchData } from '#web/data/call.ts';
import { ApiError, type Query } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import { postUpload } from '#web/data/upload-call.ts';
import type { Intents } from '#web/generic/editing/intents.ts';
import { fileBody } from '#web/generic/upload/upload.ts';
import type { Options } from './finalize-options.ts';

type OnSent = (share: number) => void;

interface Sending {
  once: Intents['once'];
  onSent: OnSent;
}

/** The answer about files whose invoice another run has: what becomes of them, or that commitments are split by them. */
export type Answer = Existing | 'split';

/** An answer as query parameters of the API. */
export const answerParams = (answer: Answer): { existing: Existing; split?: 'amortised' } =>
  answer === 'split' ? { existing: 'add', split: 'amortised' } : { existing: answer };

/** The answer of a person about an open run with the same invoice; null where there was no question. */
interface Answered {
  answer?: Answer | null;
}

const AS_IT_IS = 'application/octet-stream';

/** Sends a member of `cloud_bill` as base64 beside others, as the calls of the billing page take it. */
async function sendBill<T>(
  path: string,
  file: File,
  others: object,
  { once, onSent, answer = null }: Sending & Answered,
): Promise<T> {
  const body = new Blob(['{"cloud_bill":', await fileBody('data', file, others), '}']);
  const send = (intent: string) =>
    postUpload<RecordAnswer<T>>(path, body, {
      intent,
      onSent,
      query: answer === null ? {} : answerParams(answer),
    });
  return (await once([file, others, answer], send)).data;
}

/** The values that a person states of an invoice beside its file; those that are undefined come from the file. */
type Stated = Readonly<Record<string, string | undefined>>;

/** Begins the run of an invoice of Azure; `stated` says how the file is read. @throws {ApiError} */
export const sendAzure = (file: File, stated: Stated, sending: Sending & Answered): Promise<Begun> =>
  sendBill(processAzure.path, file, { name: file.name, ...stated }, sending);

/** Begins the run of an invoice of Google; `stated` may have a day of the charged month. @throws {ApiError} */
export const sendGoogle = (file: File, stated: Stated, sending: Sending & Answered): Promise<Begun> =>
  sendBill(processGoogle.path, file, { name: file.name, ...stated }, sending);

/** Finalizes the run of a reviewed pre-AP workbook, as `input` says. @throws {ApiError} */
export async function handIn(
  file: File,
  input: Options & { provider: BillProvider },
  sending: Sending,
): Promise<Reviewed> {
  try {
    return await sendBill(parsePreAp.path, file, { input }, sending);
  } catch (error) {
    throw named(error, (field) => field.replace(/^input\./, ''));
  }
}

/** A refusal with its sentences at the inputs of a form. @param inputOf the input that a wrong field of the body came from */
function named(error: unknown, inputOf: (field: string) => string): unknown {
  if (!(error instanceof ApiError) || error.status !== 422) return error;
  const { message, serverText, requestId, details } = error;
  const errors = error.errors.map((one) => ({ ...one, field: inputOf(one.field) }));
  return new ApiError(422, message, { serverText, requestId, details, errors });
}

const LOOK_MS = 400;
/** The number of looks at a run that is worked on before its own refusal is shown. */
const LOOKS = 150;

/** Waits while a run is allocated, which takes nothing meanwhile; `report` is called meanwhile. @throws {ApiError} */
export async function untilStill(run: number, report: () => void): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { state } = await fetchData(readRun, { id: run });
    if (state !== 'processing') return;
    report();
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

/** Says which cost center pays for an account of a run. @throws {ApiError} */
export const assignAccount = (
  run: number,
  body: { identifier: string | null; cost_center_id: unknown; keep?: boolean; further_runs?: number[] },
  intent: string,
): Promise<Begun> =>
  change(assignAccountCall, { id: run, ...body, cost_center_id: body.cost_center_id as number }, intent);

/**
 * Books a run, with the options in `body`. Where a total in `body` differs from the lines, the run is allocated
 * anew instead.
 * @param inputOf the input that a wrong field of the body came from
 * @throws {ApiError} 409 with the whole sentence of what is in the way
 */
export async function finalizeRun(
  run: number,
  body: Omit<InputOf<typeof finalizeRunCall>, 'id'>,
  intent: string,
  inputOf: (field: string) => string,
): Promise<Begun> {
  try {
    return await change(finalizeRunCall, { id: run, ...body }, intent);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw named(error, inputOf);
    // The problems are reported by invoice, and belong to no input.
    throw new ApiError(409, error.message, { serverText: error.serverText, requestId: error.requestId });
  }
}

/** Sends files one by one as they are, of any size; the same ones are sent once, as long as they are kept. */
export interface FileSender {
  /** Breaks off when `signal` aborts. @returns the ids of the files */
  send: (files: readonly File[], onSent: OnSent, signal: AbortSignal) => Promise<string[]>;
  /** Waits until files are read: where they cannot be, they are given up, and are sent anew the next time. */
  forgetUnread: (read: () => Promise<void>) => Promise<void>;
}

export function fileSender(): FileSender {
  const sent = new Map<File, string>();
  return {
    async send(files, onSent, signal) {
      const all = files.reduce((sum, { size }) => sum + size, 0);
      let before = 0;
      for (const file of files) {
        if (!sent.has(file))
          sent.set(file, await sendOne(file, (share) => onSent((before + share * file.size) / all), signal));
        before += file.size;
      }
      onSent(1);
      return files.flatMap((file) => sent.get(file) ?? []);
    },
    async forgetUnread(read) {
      try {
        await read();
      } catch (error) {
        sent.clear();
        throw error;
      }
    },
  };
}

/** Whether a person broke off what was being sent. */
export const isBrokenOff = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

async function sendOne(file: File, onSent: OnSent, signal: AbortSignal): Promise<string> {
  const { data } = await postUpload<AnswerOf<typeof sendFile>>(sendFile.path, file, {
    query: { name: file.name } satisfies InputOf<typeof sendFile>,
    signal,
    onSent,
    type: AS_IT_IS,
  });
  return data.id;
}

/**
 * Begins one run with files that were sent; `existing` in `stated` says what becomes of the open run of their invoice.
 * @throws {ApiError} for a refusal, 409 with both sides where nobody has said so
 */
export const beginRun = (
  ids: readonly string[],
  stated: Query,
  { intent, signal }: { intent: string; signal?: AbortSignal },
): Promise<Begun> =>
  change(beginRunCall, { ...(stated as InputOf<typeof beginRunCall>), files: ids.join(',') }, intent, {
    ...(signal && { signal }),
  });

/** Adds files that were sent to an open run, as parts of its bill; `stated` describes them. @throws {ApiError} */
export const addParts = (
  run: number,
  ids: readonly string[],
  stated: Query,
  { intent, signal }: { intent: string; signal: AbortSignal },
): Promise<Begun> =>
  change(
    addPartsCall,
    { ...(stated as Omit<InputOf<typeof addPartsCall>, 'id'>), id: run, files: ids.join(',') },
    intent,
    { signal },
  );

/** Says what becomes of a run and the other run of the same invoice. @throws {ApiError} */
export const answerExisting = (run: number, answer: Answer, intent: string): Promise<Begun> =>
  change(answerExistingCall, { id: run, ...answerParams(answer) }, intent);

/** Both sides, where a file was refused since an open run has its invoice; null for every other failure. */
export function conflictOf(error: unknown): ExistingConflict | null {
  const existing = error instanceof ApiError && error.status === 409 ? error.details['existing'] : null;
  return typeof existing === 'object' && existing !== null && 'billing_run' in existing
    ? (existing as ExistingConflict)
    : null;
}

/** The conflict of files that were sent with an open run that has their invoice. */
export interface ExistingConflict extends Both {
  /** The invoice that both have. */
  reference: string;
  /** Whether the files are amortised costs of what the run bills: commitments can be split by them, and they are nothing else. */
  amortised: boolean;
  /** The ids by which they can be named again. */
  files: string[];
}
