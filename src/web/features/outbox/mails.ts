import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { MAIL_STATES, type MailState } from '#kernel/work.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer, RecordAnswer } from '#web/data/queries.ts';

const SHOWN: Record<MailState, { label: string; color: string }> = {
  queued: { label: 'Queued', color: 'yellow' },
  sending: { label: 'Sending', color: 'blue' },
  sent: { label: 'Sent', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
  kept: { label: 'Kept', color: 'gray' },
};

/** The states of a mail, as the filter offers them, each with the colour of its dot. */
export const mailStates = MAIL_STATES.map((value) => ({ value, ...SHOWN[value] }));

/** A file that goes with a mail. */
export interface MailAttachment {
  id: string;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

/** A mail as the API tells of it. */
export interface Mail {
  id: number;
  message_id: string;
  to: string;
  subject: string;
  text: string;
  state: MailState;
  attempts: number;
  last_error: string | null;
  next_try: string | null;
  attachments: MailAttachment[];
  created_by: string;
  created_at: string;
  sent_at: string | null;
}

/** The list's meta tells too whether there is a server that mail could be sent with. */
interface MailList extends ListAnswer<Mail> {
  meta: { total: number; mail_server: boolean };
}

const KEY = 'outbox';
const BUSY_MS = 2000;
const IDLE_MS = 15_000;

/** The word for where a mail stands, and the colour of its dot. */
export const shownState = ({ state }: Mail) => ({ word: SHOWN[state].label, color: SHOWN[state].color });

const isUnderWay = ({ state }: Mail): boolean => state === 'queued' || state === 'sending';

/** What a person may send: what failed, was kept, or waits for its next try. */
export const canBeSent = ({ state, next_try }: Mail): boolean =>
  state === 'failed' || state === 'kept' || (state === 'queued' && next_try !== null);

/** A page of the outbox; it is looked at again by itself, more often while something is under way. */
export function mailsQuery(query: Record<string, string>): UseQueryOptions<MailList> {
  return {
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) => api.get<MailList>('/outbox', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? BUSY_MS : IDLE_MS),
  };
}

/** One mail; it is looked at again by itself while something is under way. */
export function mailQuery(id: number): UseQueryOptions<Mail> {
  return {
    queryKey: [KEY, 'mail', id],
    queryFn: async ({ signal }) => (await api.get<RecordAnswer<Mail>>(`/outbox/${id}`, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY_MS : false),
  };
}

/** Sends a mail again as soon as possible; the same `intent` counts once. */
export const sendAgain = (id: number, intent: string) => api.post(`/outbox/${id}/send_again`, {}, { intent });

/** Where the API has an attachment of a mail. */
export const attachmentPath = (mail: Mail, { id }: MailAttachment) => `/outbox/${mail.id}/attachments/${id}`;
