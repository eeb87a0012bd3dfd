import type { ModelForms } from '#web/generic/model-screens.ts';
import { FaqCategoryInput } from './category-input.tsx';

const inputs = { category: FaqCategoryInput };

const forms: ModelForms = {
  create: { heading: 'Add New FAQ', inputs },
  edit: { heading: 'Edit FAQ', inputs, leaveLabel: 'Go Back', backTo: '/auth/view/faqs' },
};
export default forms;
