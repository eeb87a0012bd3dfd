import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { BY_HAND, follow, handFilled } from './gl-accounts.ts';
import { GlNote } from './gl-note.tsx';

/** What the forms for a new and an edited company share. */
export const companyForm = {
  start: (record) => ({ [BY_HAND]: handFilled(record) }),
  follow,
  notes: GlNote,
} satisfies Partial<FormCustom>;
