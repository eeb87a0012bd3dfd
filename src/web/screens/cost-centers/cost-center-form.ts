import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { checkContact, OWNER, ownerProblems } from './contact-check.ts';
import { ContactInput } from './contact-input.tsx';
import { BackupInput, ReplacementInput, WITH_BACKUP, WITH_REPLACEMENT } from './optional-reference.tsx';

/** What the forms for a new and an edited cost center share. */
export const costCenterForm = {
  inputs: {
    [OWNER]: ContactInput,
    new_cost_center_id: ReplacementInput,
    alt_cost_center_id: BackupInput,
  },
  start: (record) => ({
    [OWNER]: record?.cloud_contact_email ?? '',
    // What a record has already is shown checked.
    [WITH_REPLACEMENT]: typeof record?.new_cost_center_id === 'number',
    [WITH_BACKUP]: typeof record?.alt_cost_center_id === 'number',
  }),
  payload: (payload, values) => ({
    ...payload,
    new_cost_center_id: values[WITH_REPLACEMENT] === true ? payload.new_cost_center_id : null,
    alt_cost_center_id: values[WITH_BACKUP] === true ? payload.alt_cost_center_id : null,
  }),
  problems: ownerProblems,
  check: checkContact,
} satisfies Partial<FormCustom>;
