import { Autocomplete } from '@mantine/core';
import type { ModelForms } from '#web/generic/model-screens.ts';
import { inputBasics, textOf, type InputProps } from '#web/generic/inputs/input-props.ts';
import { keepKeysInside } from '#web/generic/inputs/keys.ts';

const PRODUCTS = Array.from({ length: 10 }, (_, at) => `Product ${at + 1}`);

/** The product of the catalog: one of the offered ones, or any other. */
function ProductSelect(props: InputProps) {
  return (
    <Autocomplete
      openOnFocus={!props.takesFocus}
      {...inputBasics(props)}
      placeholder="Choose a product or type its name"
      value={textOf(props.value)}
      onChange={props.onChange}
      onKeyDown={keepKeysInside}
      data={PRODUCTS}
      // All of them are in the list, also once one is chosen.
      filter={({ options }) => options}
    />
  );
}

const inputs = { name: ProductSelect };

const forms: ModelForms = {
  create: { heading: 'Add New Service Catalog Product', inputs },
  edit: { heading: 'Edit Service Catalog Product', inputs },
};
export default forms;
