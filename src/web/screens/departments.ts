import type { ModelScreens } from '#web/generic/model-screens.ts';

/** The forms of departments confirm before anything is sent. */
const screens: ModelScreens = {
  forms: {
    create: { heading: 'Add New department', confirm: 'Do you want to add this department?' },
    edit: { heading: 'Edit Department', confirm: 'Do you want to save these changes?' },
  },
};
export default screens;
