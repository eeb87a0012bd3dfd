import { messages } from '#resources/messages.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { addByEmail, addNewByEmail } from './add-by-email.ts';

/** An address of this portal to go back to; anything else counts as none. */
function returnAddress(text: unknown): string | undefined {
  return typeof text === 'string' && /^\/auth\/[a-z_]+\/[a-z_]+(\/\d+)?$/.test(text) ? text : undefined;
}

/** A contact is added by its email alone, one at a time. Who was sent here from another form goes back to it. */
const screens: ModelScreens = {
  listIsTable: true,
  table: {
    addPending: messages.contactAddPending,
    addFields: ['email'],
    create: addNewByEmail,
    copies: false,
  },
  forms: {
    create: ({ email, return_to: returnTo }) => ({
      heading: 'Add New Cloud Contact',
      submitLabel: 'Confirm',
      start: () => ({ email: typeof email === 'string' ? email : '' }),
      create: addByEmail,
      backTo: returnAddress(returnTo),
    }),
  },
};
export default screens;
