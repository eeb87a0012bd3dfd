import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field } from '#kernel/fields/kinds.ts';
import { webKindOf } from '../kinds/kinds.ts';
import type { FormState } from './form-state-types.ts';
import { LoneInput } from './lone-input.tsx';

/** More inputs than these are beside each other, so that the dialog fits on the screen. */
const MOST_BELOW_EACH_OTHER = 4;
const WHOLE_WIDTH = { gridColumn: '1 / -1' };

interface LoneInputsProps<Result> {
  fields: Readonly<Record<string, Field>>;
  formState: FormState<Result>;
  /** A remark about the value of a field although it is accepted. */
  remarkOf?: (name: string) => ReactNode;
}

/** The inputs of a dialog that is no form of a model. The first one takes the focus, and long texts have the whole width. */
export function LoneInputs<Result>({ fields, formState, remarkOf }: LoneInputsProps<Result>) {
  const shown = Object.entries(fields);
  return (
    <SimpleGrid cols={{ base: 1, sm: shown.length > MOST_BELOW_EACH_OTHER ? 2 : 1 }} verticalSpacing="md">
      {shown.map(([name, field], at) => (
        <div key={name} style={webKindOf(field).wide(field) ? WHOLE_WIDTH : undefined}>
          <LoneInput
            formState={formState}
            name={name}
            field={field}
            mode="create"
            takesFocus={at === 0}
            remark={remarkOf?.(name)}
          />
        </div>
      ))}
    </SimpleGrid>
  );
}
