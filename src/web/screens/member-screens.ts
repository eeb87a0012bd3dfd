import { messages } from '#resources/messages.ts';
import { saving } from '#web/generic/additions/saving-switch.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';

/** Somebody whose name is not typed is known by the email. */
const nameFromEmail = ({ email }: { email?: unknown }) => ({ name: email ?? null });

/** The common parts of the screens of members; those of CODE are no different. */
const screens: ModelScreens = {
  listIsTable: true,
  addsWithForm: true,
  add: { label: 'Add New Member' },
  table: { implied: nameFromEmail },
  forms: { create: { heading: 'Add New Member', implied: nameFromEmail } },
  additions: {
    cells: {
      blacklist: { saves: saving({ done: () => messages.blacklistDone, failed: messages.blacklistFailed }) },
    },
  },
};
export default screens;
