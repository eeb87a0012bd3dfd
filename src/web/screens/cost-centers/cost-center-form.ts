import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { checkContact, OWNER, ownerProblems } from './contact-check.ts';
import { ContactInput } from './contact-input.tsx';
import { BackupInput, ReplacementInput } from './optional-reference.tsx';

/** What the forms for a new and an edited cost center share. */
export const costCenterForm = {
  inputs: {
    [OWNER]: ContactInput,
    new_cost_center_id: ReplacementInput,
    alt_cost_center_id: BackupInput,
  },
  start: (record) => ({ [OWNER]: record?.cloud_contact_email ?? '' }),
  problems: ownerProblems,
  check: checkContact,
} satisfies Partial<FormCustom>;
