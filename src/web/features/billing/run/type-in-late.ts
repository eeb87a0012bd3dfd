import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';

/** Takes what an invoice says and its file does not, once somebody asks for it. */
export const TypeIn = lateDialog(
  async () => (await Promise.all([import('./type-in.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);
