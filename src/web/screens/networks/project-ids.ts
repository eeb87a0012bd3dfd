import type { ModelScreens } from '#web/generic/model-screens.ts';
import { networkUpload } from './network-upload.ts';

/** Project ids come from the worksheet of the networks as well. */
const screens: ModelScreens = {
  additions: { toolbar: [networkUpload] },
  forms: {
    create: { heading: 'Add New Project ID', confirm: 'Do you want to add this project ID?' },
    edit: { heading: 'Edit Project ID', confirm: 'Do you want to save these changes?' },
  },
};
export default screens;
