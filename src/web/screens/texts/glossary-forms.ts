import type { ModelForms } from '#web/generic/model-screens.ts';
import { TermCategoryInput } from './category-input.tsx';

const inputs = { category: TermCategoryInput };

const forms: ModelForms = {
  create: { heading: 'Add New Glossary Term', inputs },
  edit: { heading: 'Edit Glossary Term', inputs },
};
export default forms;
