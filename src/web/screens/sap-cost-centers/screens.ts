import type { ToolbarAbout } from '#web/generic/additions/additions.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';

const ExtractDialog = lateDialog<{ about: ToolbarAbout; onClose: () => void }>(
  () => import('./extract-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** SAP's extract is uploaded, and what came of it is mailed. */
const screens: ModelScreens = {
  additions: { toolbar: [{ label: 'Upload New Cost Centers', opens: ExtractDialog }] },
};
export default screens;
