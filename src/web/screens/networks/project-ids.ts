import type { ModelScreens } from '#web/generic/model-screens.ts';
import { networkUpload } from './network-upload.ts';

/** Project ids come from the worksheet of the networks as well. */
const screens: ModelScreens = {
  additions: { toolbar: [networkUpload] },
};
export default screens;
