import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { api } from '#web/data/client.ts';
import type { ListAnswer, RecordAnswer } from '#web/data/queries.ts';

/** The states of a mail, as the filter offers them, each with the colour of its dot. */
export const MAIL_STATES = [
  { value: 'queued', label: 'Queued', color: 'yellow' },
  { value: 'sending', label: 'Sending', color: 'blue' },
  { value: 'sent', label: 'Sent', color: 'teal' },
  { value: 'failed', label: 'Failed', color: 'red' },
  { value: 'kept', label: 'Kept', color: 'gray' },
] as const;

export interface MailAttachment {
  id: string;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

export interface Mail {
  id: number;
  message_id: string;
  to: string;
  subject: string;
  text: string;
  state: (typeof MAIL_STATES)[number]['value'];
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
export function shownState({ state }: Mail): { word: string; color: string } {
  const shown = MAIL_STATES.find(({ value }) => value === state);
  return { word: shown?.label ?? state, color: shown?.color ?? 'gray' };
}

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

export function mailQuery(id: number): UseQueryOptions<Mail> {
  return {
    queryKey: [KEY, 'mail', id],
    queryFn: async ({ signal }) => (await api.get<RecordAnswer<Mail>>(`/outbox/${id}`, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY_MS : false),
  };
}

export const sendAgain = (id: number, intent: string) => api.post(`/outbox/${id}/send_again`, {}, { intent });

export const attachmentPath = (mail: Mail, { id }: MailAttachment) => `/outbox/${mail.id}/attachments/${id}`;
