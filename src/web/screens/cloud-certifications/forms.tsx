import { Select } from '@mantine/core';
import type { ModelForms } from '#web/generic/model-screens.ts';
import { inputBasics, textOf, type InputProps } from '#web/generic/inputs/input-props.ts';
import { keepKeysInside } from '#web/generic/inputs/keys.ts';

/** The clouds as the form calls them. */
const CLOUDS = [
  { value: 'aws', label: 'AWS' },
  { value: 'gcp', label: 'GCP' },
  { value: 'azure', label: 'Azure' },
];

/** The cloud whose certificate it is. */
function CloudSelect(props: InputProps) {
  return (
    <Select
      {...inputBasics(props)}
      data={CLOUDS}
      placeholder="Choose a cloud"
      value={textOf(props.value) || null}
      onChange={props.onChange}
      onKeyDown={keepKeysInside}
      allowDeselect={false}
    />
  );
}

const inputs = { provider: CloudSelect };

const forms: ModelForms = {
  create: { heading: 'Add New Certification', inputs },
  edit: { heading: 'Edit Certification', inputs },
};
export default forms;
