import type { ModelScreens } from '#web/generic/model-screens.ts';
import { handFilled, impliedBy } from './gl-accounts.ts';
import { GlNote } from './gl-note.tsx';

/** The code of a new or copied company brings its GL accounts; a corrected one leaves the stored ones as they are. */
const screens: ModelScreens = {
  table: {
    implied: ({ code }) => impliedBy(code),
    keeps: handFilled,
  },
  forms: {
    create: {
      heading: 'Add New company',
      confirm: 'Do you want to add this company?',
      implied: ({ code }) => impliedBy(code),
      notes: GlNote,
    },
    edit: { heading: 'Edit Company', confirm: 'Do you want to save these changes?' },
  },
};
export default screens;
