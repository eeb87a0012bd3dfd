import { messages } from '#resources/messages.ts';
import type { CrudRules } from '#web/generic/crud/crud-rules.ts';
import { addNewByEmail } from './add-by-email.ts';

/** A contact is added by its email, one at a time. */
export const contactRules: CrudRules = {
  addPending: messages.contactAddPending,
  addFields: ['email'],
  create: addNewByEmail,
  copies: false,
};
