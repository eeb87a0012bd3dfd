import type { ModelForms } from '#web/generic/model-screens.ts';
import { ProductSelect } from './product-select.tsx';

const inputs = { name: ProductSelect };

const forms: ModelForms = {
  create: { heading: 'Add New Service Catalog Product', inputs },
  edit: { heading: 'Edit Service Catalog Product', inputs },
};
export default forms;
