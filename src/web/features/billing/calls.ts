import type { BillProvider } from '#kernel/billing/runs.ts';
import type { Job } from '#kernel/work.ts';
import { api, ApiError, type Query } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import { postUpload } from '#web/data/upload-call.ts';
import type { Intents } from '#web/generic/editing/intents.ts';
import { fileBody } from '#web/generic/upload/upload.ts';
import type { AddedLine, Begun, Invoice, Run } from './billing.ts';
import type { Options } from './finalize-options.ts';

type OnSent = (share: number) => void;

interface Sending {
  once: Intents['once'];
  onSent: OnSent;
}

const AS_IT_IS = 'application/octet-stream';

/** Sends a member of `cloud_bill` as base64 beside others, as the calls of the billing page take it. */
async function sendBill<T>(path: string, file: File, others: object, { once, onSent }: Sending): Promise<T> {
  const body = new Blob(['{"cloud_bill":', await fileBody('data', file, others), '}']);
  const send = (intent: string) => postUpload<RecordAnswer<T>>(path, body, { intent, onSent });
  return (await once([file, others], send)).data;
}

/** Begins the run of an invoice of Azure. @throws {ApiError} */
export const processAzure = (file: File, sending: Sending): Promise<Begun> =>
  sendBill('/cloud_bills/process_azure_invoice', file, { name: file.name }, sending);

/** Begins the run of an invoice of Google; `date` is a day of the month that is charged, null where the file tells it. */
export const processGoogle = (file: File, date: string | null, sending: Sending): Promise<Begun> =>
  sendBill(
    '/cloud_bills/process_google_invoice',
    file,
    { name: file.name, ...(date !== null && { date }) },
    sending,
  );

/** What a reviewed workbook is answered with: what it changes waits to be accepted. */
export interface Reviewed extends Begun {
  differences: Run['differences'];
}

/** Finalizes the run of a reviewed pre-AP workbook, as `input` says. @throws {ApiError} */
export const parsePreAp = (
  file: File,
  input: Options & { provider: BillProvider },
  sending: Sending,
): Promise<Reviewed> => sendBill('/cloud_bills/parse_pre_ap', file, { input }, sending);

const LOOK_MS = 400;
/** So often a run that is worked on is looked at before its own refusal is what is told. */
const LOOKS = 150;

/** Waits while a run is allocated, which takes nothing meanwhile; `tell` is asked to say so. @throws {ApiError} */
export async function untilStill(run: number, tell: () => void): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { data } = await api.get<RecordAnswer<Run>>(`/billing_runs/${run}`);
    if (data.state !== 'processing') return;
    tell();
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

/** Says which cost center pays for an account of a run. @throws {ApiError} */
export const assignAccount = async (
  run: number,
  body: { identifier: string | null; cost_center_id: unknown },
  intent: string,
): Promise<Begun> =>
  (await api.post<RecordAnswer<Begun>>(`/billing_runs/${run}/assign`, body, { intent })).data;

/**
 * Books a run, and does what is asked for with it. Where a total in `body` differs from the lines, the run is allocated
 * anew instead.
 * @param inputOf the input that a wrong field of the body came from
 * @throws {ApiError} 409 with the whole sentence of what stands in the way
 */
export async function finalizeRun(
  run: number,
  body: object,
  intent: string,
  inputOf: (field: string) => string,
): Promise<Begun> {
  try {
    return (await api.post<RecordAnswer<Begun>>(`/billing_runs/${run}/finalize`, body, { intent })).data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 422) {
      const errors = error.errors.map(({ field, message }) => ({ field: inputOf(field), message }));
      throw new ApiError(422, error.message, { told: error.told, requestId: error.requestId, errors });
    }
    if (error.status !== 409) throw error;
    // What is wrong is told by invoice, and belongs to no input.
    throw new ApiError(409, error.message, { told: error.told, requestId: error.requestId });
  }
}

/** A line as it is typed into an invoice. */
export type InvoiceLine = Omit<AddedLine, 'id' | 'created_by' | 'created_at'>;

/** Adds a line to an invoice that its file leaves out. @throws {ApiError} */
export const addLine = async (run: number, line: InvoiceLine, intent: string): Promise<Begun> =>
  (await api.post<RecordAnswer<Begun>>(`/billing_runs/${run}/lines`, line, { intent })).data;

/** Removes a line that was added. @throws {ApiError} */
export const removeLine = async (run: number, line: number): Promise<Begun> =>
  (await api.remove<RecordAnswer<Begun>>(`/billing_runs/${run}/lines/${line}`)).data;

/** Says what an invoice comes to; null takes that back. @throws {ApiError} */
export const stateTotal = async (
  run: number,
  total: Pick<Invoice, 'n' | 'reference' | 'provider' | 'currency'> & { amount: string | null },
  intent: string,
): Promise<Begun> =>
  (await api.post<RecordAnswer<Begun>>(`/billing_runs/${run}/totals`, total, { intent })).data;

/** Takes the bills of a final run back. @throws {ApiError} */
export const reverseRun = async (run: number, intent: string): Promise<Begun> =>
  (await api.post<RecordAnswer<Begun>>(`/billing_runs/${run}/reverse`, {}, { intent })).data;

/** Has the sums of the dashboard and the chart made anew. @throws {ApiError} */
export const updateDashboard = async (intent: string): Promise<{ job: Job }> =>
  (await api.post<RecordAnswer<{ job: Job }>>('/cloud_bills/update_dashboard', {}, { intent })).data;

/**
 * Begins a run with a file of any provider and size, which is sent as it is.
 * @throws {ApiError} for a refusal; AbortError when `signal` aborts
 */
export async function beginRun(
  file: File,
  told: Query,
  { once, onSent, signal }: Sending & { signal: AbortSignal },
): Promise<Begun> {
  const query = { ...told, name: file.name };
  const send = (intent: string) =>
    postUpload<RecordAnswer<Begun>>('/billing_runs', file, {
      intent,
      query,
      signal,
      onSent,
      type: AS_IT_IS,
    });
  return (await once([file, query], send)).data;
}

/** Has the files of a month, YYYY-MM, read again whose tags nobody has counted. @throws {ApiError} */
export const countTags = async (month: string, intent: string): Promise<{ job: Job }> =>
  (await api.post<RecordAnswer<{ job: Job }>>('/untagged_spend/count', { month }, { intent })).data;
