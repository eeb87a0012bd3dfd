import type { ModelForms } from '#web/generic/model-screens.ts';
import { CloudSelect } from './cloud-select.tsx';

const inputs = { provider: CloudSelect };

const forms: ModelForms = {
  create: { heading: 'Add New Certification', inputs },
  edit: { heading: 'Edit Certification', inputs },
};
export default forms;
