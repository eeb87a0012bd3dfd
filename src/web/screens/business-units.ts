import type { ModelScreens } from '#web/generic/model-screens.ts';

/** The forms of business units confirm before anything is sent. */
const screens: ModelScreens = {
  forms: {
    create: { heading: 'Add New business unit', confirm: 'Do you want to add this business unit?' },
    edit: { heading: 'Edit Business Unit', confirm: 'Do you want to save these changes?' },
  },
};
export default screens;
