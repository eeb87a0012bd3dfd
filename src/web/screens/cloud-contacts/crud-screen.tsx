import type { Values } from '#kernel/input.ts';
import { messages } from '#resources/messages.ts';
import { api, ApiError } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import type { CrudRules } from '#web/generic/crud/crud-rules.ts';
import { CrudView } from '#web/generic/crud/crud-screen.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { noticeFailure } from '#web/ui/notices.ts';

/** Adds a contact by its address alone and reads back what is known of the person. */
async function addByEmail({ email }: Values, intent: string): Promise<RecordRow> {
  const body = { cloud_contact: { email } };
  const { data } = await api.post<RecordAnswer>('/cloud_contacts/by_email', body, { intent });
  try {
    return (await api.get<RecordAnswer>(`/cloud_contacts/${data.id}`)).data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    noticeFailure(messages.contactReloadFailed, error.message);
    return data;
  }
}

const rules: CrudRules = {
  addPending: messages.contactAddPending,
  addFields: ['email'],
  create: addByEmail,
};

/** The editable table of the cloud contacts: one is added by its email, one at a time. */
export default function CloudContactsCrudScreen(props: ScreenProps) {
  return <CrudView {...props} rules={rules} />;
}
