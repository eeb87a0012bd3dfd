import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { CreateFormScreen } from '#web/generic/form/form-screens.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { addByEmail } from './add-by-email.ts';

/** An address of this portal to go back to; anything else counts as none. */
function returnAddress(text: unknown): string | undefined {
  return typeof text === 'string' && /^\/auth\/[a-z_]+\/[a-z_]+(\/\d+)?$/.test(text) ? text : undefined;
}

/** /auth/create/cloud_contacts: the email alone. Who was sent here from another form goes back to it. */
export default function CreateCloudContactScreen(props: ScreenProps) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { email, return_to: returnTo } = search;
  const custom = useMemo<FormCustom>(
    () => ({
      heading: 'Add New Cloud Contact',
      submitLabel: 'Confirm',
      start: () => ({ email: typeof email === 'string' ? email : '' }),
      create: addByEmail,
      backTo: returnAddress(returnTo),
    }),
    [email, returnTo],
  );
  return <CreateFormScreen {...props} custom={custom} />;
}
