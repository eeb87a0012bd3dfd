import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Charged } from '#calls/factory.ts';
import type { FollowsFromCharged } from '#kernel/cloud/cloud-request.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import { problemsOf } from '#web/generic/additions/action-form-state.ts';
import { chargedQuery, useFollowing } from '#web/generic/clouds/charged.ts';
import { createFormState } from '#web/generic/editing/form-state.ts';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { LoneInputs } from '#web/generic/editing/lone-inputs.tsx';
import { fieldsOfForm, openValues, payloadOf, startValues } from '#web/generic/editing/values.ts';
import { textOf } from '#web/generic/inputs/input-props.ts';

export type Fields = Readonly<Record<string, Field>>;
/** The form of an adoption. It sends nothing: what it ends with is a look at what would change. */
type AdoptionForm = FormState<null>;

const nameIn = (values: Values): string => textOf(values['cost_center']).trim();
const follow = ({ owner, department, business_unit }: FollowsFromCharged): Values => ({
  owner,
  department,
  business_unit,
});

interface FormParts {
  fields: Fields;
  /** What the record has already, which nothing replaces that follows. */
  start: Values;
  findCharged: (name: string) => Promise<Charged | null>;
  /** Shows what would change, and throws why it cannot be shown. */
  look: (values: Values) => Promise<void>;
}

function createAdoptionForm({ fields, start, findCharged, look }: FormParts): AdoptionForm {
  const names = Object.keys(fields);
  return createFormState<null>({
    fields: fieldsOfForm({ fields }, names),
    start: { ...startValues({ fields }, names, null), ...start },
    byHand: names.filter((name) => textOf(start[name]) !== ''),
    derive: async (values) => {
      const name = nameIn(values);
      const charged = name === '' ? null : await findCharged(name);
      return charged ? follow(charged) : {};
    },
    problems: (values) => {
      const payload = payloadOf(values);
      return { ...problemsOf(fields, payload), ...openValues({ fields }, payload) };
    },
    words: ({ message }) => ({ title: 'What would change could not be shown', reason: message }),
    submit: async ({ values }) => {
      await look(payloadOf(values));
      return null;
    },
  });
}

/** The form of an adoption, which lives as long as its dialog. */
export function useAdoptionForm(parts: Omit<FormParts, 'findCharged'>): AdoptionForm {
  const queries = useQueryClient();
  const [form] = useState(() =>
    createAdoptionForm({
      ...parts,
      // Where the cost center cannot be read, the fields stay as they were typed.
      findCharged: async (name) => queries.fetchQuery(chargedQuery(name)).catch(() => null),
    }),
  );
  return form;
}

/** The inputs of an adoption. What follows from the cost center is filled in while one types. */
export function AdoptionInputs({ fields, form }: { fields: Fields; form: AdoptionForm }) {
  const fromOf = useFollowing(form, { nameIn, follow });
  return (
    <LoneInputs
      fields={fields}
      formState={form}
      remarkOf={(name) => {
        const from = fromOf(name);
        return from !== null && <span>from cost center {from}</span>;
      }}
    />
  );
}
