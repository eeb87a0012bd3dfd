import { Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Values } from '#kernel/input.ts';
import { answersFrom, cloudSurveyResponses } from '#resources/cloud-survey-responses.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import type { RecordFormState } from '#web/generic/editing/model-form-state.ts';
import { useFormField } from '#web/generic/editing/use-form-state.ts';
import type { ModelForms } from '#web/generic/model-screens.ts';

/** The answers that the chosen cloud parent gives by itself; none where none is chosen. */
async function answersOfParent({ cloud_parent_id: id }: Values): Promise<Values> {
  if (typeof id !== 'number' || id < 1) return {};
  const { data } = await api.get<RecordAnswer>(`/cloud_parents/${id}`);
  return answersFrom(data);
}

/** Fills the form as soon as a cloud parent is chosen, and says so. */
function FilledFrom({ formState }: { formState: RecordFormState }) {
  const { value } = useFormField(formState, 'cloud_parent_id');
  const isChosen = typeof value === 'number' && value > 0;
  useEffect(() => {
    if (isChosen) formState.leave();
  }, [formState, isChosen, value]);
  return (
    <Text size="sm" c="dimmed" role="status">
      {isChosen
        ? 'Filled with what the inventory says of this cloud parent. Change what is answered otherwise.'
        : 'Choose a cloud parent, and the inventory fills in what it knows.'}
    </Text>
  );
}

/** A new answer begins with what the inventory says of the account. */
const forms: ModelForms = {
  create: {
    heading: `Add New ${cloudSurveyResponses.label[0]}`,
    derive: answersOfParent,
    notes: FilledFrom,
  },
};
export default forms;
