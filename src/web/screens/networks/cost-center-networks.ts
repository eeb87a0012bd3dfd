import type { ModelScreens } from '#web/generic/model-screens.ts';
import { networkUpload } from './network-upload.ts';

/** Networks come from a worksheet as well. */
const screens: ModelScreens = {
  additions: { toolbar: [networkUpload] },
  forms: {
    create: { heading: 'Add New Network ID', confirm: 'Do you want to add this network ID?' },
    edit: { heading: 'Edit Network ID', confirm: 'Do you want to save these changes?' },
  },
};
export default screens;
