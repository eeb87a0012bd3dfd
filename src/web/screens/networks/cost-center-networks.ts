import type { ModelScreens } from '#web/generic/model-screens.ts';
import { networkUpload } from './network-upload.ts';

/** Networks come from a worksheet as well. */
const screens: ModelScreens = {
  additions: { toolbar: [networkUpload] },
};
export default screens;
