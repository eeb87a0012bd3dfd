import { choiceName, type ChoiceField } from '#kernel/fields/choice.ts';

/** The words of a field to choose from, each with what people call it. */
export const optionsOf = (field: ChoiceField) =>
  field.choices.map((value) => ({ value, label: choiceName(field, value) }));
