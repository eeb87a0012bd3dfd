import type { Values } from '#kernel/input.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { messages } from '#resources/messages.ts';
import { api, ApiError, send } from '#web/data/client.ts';
import { logFailure } from '#web/data/log-failure.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';

const PATH = '/cloud_contacts';

/** Adds a contact by its address alone, or finds it, and reads back what is known of the person. */
export async function addByEmail({ email }: Values, intent: string): Promise<RecordRow> {
  const body = { cloud_contact: { email } };
  const { data } = await api.post<RecordAnswer>(`${PATH}/by_email`, body, { intent });
  return readBack(data);
}

/**
 * Adds a contact by its address, which must not be one of a contact already.
 * @throws {ApiError} 409 with the sentence of a duplicate
 */
export async function addNewByEmail({ email }: Values, intent: string): Promise<RecordRow> {
  const body = { cloud_contact: { email } };
  const response = await send('POST', `${PATH}/by_email`, { body, intent });
  const { data } = (await response.json()) as RecordAnswer;
  if (response.status === 201) return readBack(data);
  const sentence = cloudContacts.fields.email.unique ?? '';
  throw new ApiError(409, sentence, { errors: [{ field: 'email', message: sentence }] });
}

async function readBack(data: RecordRow): Promise<RecordRow> {
  try {
    return (await api.get<RecordAnswer>(`${PATH}/${data.id}`)).data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    logFailure('the cloud contact that was added', error);
    // The contact is there; what could not be read is reported, and the values of the first answer are shown. After the
    // notice of the success, whose place it takes.
    setTimeout(() =>
      noticeFailure({
        title: messages.contactReloadFailed,
        reason: `The cloud contact was added. ${error.message}`,
        link: { label: 'See the cloud contact', to: `/auth/view/cloud_contacts/${data.id}` },
      }),
    );
    return data;
  }
}
