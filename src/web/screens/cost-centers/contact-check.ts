import type { Values } from '#kernel/input.ts';
import { checkValue } from '#kernel/input.ts';
import { cloudContacts, type CloudContact } from '#resources/cloud-contacts.ts';
import { messages } from '#resources/messages.ts';
import { api } from '#web/data/client.ts';
import { logFailure } from '#web/data/log-failure.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import type { FormCheck } from '#web/generic/form/form-custom.ts';

/** The field of the form that holds the owner's email; what is sent is the contact's id. */
export const OWNER = 'cloud_contact_id';

/** The contact with this email; null where there is none. */
async function contactByEmail(email: string): Promise<CloudContact | null> {
  // The filter finds every address that contains this one; the shortest is the address itself.
  const query = { by_email: email, page: 1, per_page: 1000, sort: 'email' };
  const { data } = await api.get<ListAnswer<CloudContact>>('/cloud_contacts', { query });
  return data.find((contact) => contact.email.toLowerCase() === email.toLowerCase()) ?? null;
}

/** The owner is typed as an email, which is all that can be wrong with it before the contacts are read. */
export function ownerProblems(found: Record<string, string>, payload: Values): Record<string, string> {
  const { [OWNER]: problem, ...others } = found;
  if (!problem || payload[OWNER] === null) return found;
  const checked = checkValue(cloudContacts.fields.email, payload[OWNER], 'create');
  return 'error' in checked ? { ...others, [OWNER]: checked.error } : others;
}

/**
 * Checks whether the owner is among the cloud contacts and puts its id in place of its email. A missing one
 * leads to the form that adds it, and back here with what was typed.
 */
export async function checkContact({
  mode,
  payload,
  address,
  detour,
  fail,
}: FormCheck): Promise<Values | null> {
  const email = String(payload[OWNER]).trim();
  let contact: CloudContact | null;
  try {
    contact = await contactByEmail(email);
  } catch (error) {
    logFailure('the cloud contacts', error);
    fail(messages.contactCheckFailed, error instanceof Error ? error.message : undefined);
    return null;
  }
  if (contact) return { ...payload, [OWNER]: contact.id };
  const why = messages.contactMissing(email, mode === 'create' ? 'creating' : 'editing');
  detour(why, '/auth/create/cloud_contacts', { email, return_to: address });
  return null;
}
