import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { CreateFormScreen } from '#web/generic/form/form-screens.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { impliedBy } from './gl-accounts.ts';
import { GlNote } from './gl-note.tsx';

const custom: FormCustom = {
  heading: 'Add New company',
  confirm: 'Do you want to add this company?',
  implied: ({ code }) => impliedBy(code),
  notes: GlNote,
};

/** /auth/create/companies */
export default function CreateCompanyScreen(props: ScreenProps) {
  return <CreateFormScreen {...props} custom={custom} />;
}
