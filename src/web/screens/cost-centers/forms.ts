import type { FormCustom } from '#web/generic/form/form-custom.ts';
import type { ModelForms } from '#web/generic/model-screens.ts';
import { checkContact, OWNER, ownerProblems } from './contact-check.ts';
import { ContactInput } from './contact-input.tsx';
import { BackupInput, ReplacementInput } from './optional-reference.tsx';

const shared = {
  inputs: {
    [OWNER]: ContactInput,
    new_cost_center_id: ReplacementInput,
    alt_cost_center_id: BackupInput,
  },
  start: (record) => ({ [OWNER]: record?.cloud_contact_email ?? '' }),
  problems: ownerProblems,
  check: checkContact,
} satisfies Partial<FormCustom>;

/** The owner is typed as an email, and other cost centers are shown by check boxes. */
const forms: ModelForms = {
  create: { ...shared, heading: 'Add New Cost Center', confirm: 'Do you want to add this cost center?' },
  edit: { ...shared, heading: 'Edit Cost Center', confirm: 'Do you want to save these changes?' },
};
export default forms;
