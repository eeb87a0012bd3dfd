import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { EditFormScreen } from '#web/generic/form/form-screens.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { costCenterForm } from './cost-center-form.ts';

const custom: FormCustom = {
  ...costCenterForm,
  heading: 'Edit Cost Center',
  confirm: 'Do you want to save these changes?',
};

/** /auth/edit/cost_centers/{id} */
export default function EditCostCenterScreen(props: RecordScreenProps) {
  return <EditFormScreen {...props} custom={custom} />;
}
