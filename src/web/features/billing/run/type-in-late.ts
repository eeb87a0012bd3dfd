import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';

/** Takes a line or total that an invoice has and its file does not, loaded when it is opened. */
export const TypeIn = lateDialog(
  async () => (await Promise.all([import('./type-in.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);
