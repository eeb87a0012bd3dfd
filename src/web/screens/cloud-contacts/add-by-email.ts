import type { Values } from '#kernel/input.ts';
import { messages } from '#resources/messages.ts';
import { api, ApiError } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { noticeFailure } from '#web/ui/notices.ts';

/** Adds a contact by its address alone and reads back what is known of the person. */
export async function addByEmail({ email }: Values, intent: string): Promise<RecordRow> {
  const body = { cloud_contact: { email } };
  const { data } = await api.post<RecordAnswer>('/cloud_contacts/by_email', body, { intent });
  try {
    return (await api.get<RecordAnswer>(`/cloud_contacts/${data.id}`)).data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The contact is there; what could not be read is told, and what the first answer said is shown.
    noticeFailure(messages.contactReloadFailed, error.message);
    return data;
  }
}
