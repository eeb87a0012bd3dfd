import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { EditFormScreen } from '#web/generic/form/form-screens.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';

const custom: FormCustom = { heading: 'Edit Business Unit', confirm: 'Do you want to save these changes?' };

/** /auth/edit/business_units/{id} */
export default function EditBusinessUnitScreen(props: RecordScreenProps) {
  return <EditFormScreen {...props} custom={custom} />;
}
