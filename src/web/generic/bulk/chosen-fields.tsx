import { Button, CloseButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Field } from '#kernel/fields/kinds.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import type { FormState } from '../editing/form-state-types.ts';
import { LoneInput } from '../editing/lone-input.tsx';
import classes from './bulk.module.css';

interface ChosenFieldsProps {
  fields: readonly (readonly [name: string, field: Field])[];
  /** Those that are to be set, in the order in which they were chosen. */
  names: readonly string[];
  onNames: (names: readonly string[]) => void;
  formState: FormState<null>;
}

/** The fields that are set for several records, each with its new value. */
export function ChosenFields({ fields, names, onNames, formState }: ChosenFieldsProps) {
  const free = fields.filter(([name]) => !names.includes(name));
  const giveUp = (name: string) => formState.set(name, null);
  return (
    <>
      {names.map((name, at) => {
        const field = fields.find(([one]) => one === name)?.[1];
        if (!field) return null;
        const offered = fields.filter(([one]) => one === name || !names.includes(one));
        return (
          // By its place: the list that another field is chosen from stays, and keeps the focus.
          <fieldset key={at} className={classes.field} aria-label={field.label}>
            <ChoiceSelect
              label="Field"
              choices={offered.map(([value, { label }]) => ({ value, label }))}
              value={name}
              onChange={(next) => {
                giveUp(name);
                onNames(names.map((one, place) => (place === at ? next : one)));
              }}
            />
            {names.length > 1 && (
              <CloseButton
                className={classes.without}
                aria-label={`Leave ${field.label} as it is`}
                onClick={() => {
                  giveUp(name);
                  onNames(names.filter((one) => one !== name));
                }}
              />
            )}
            <div className={classes.input}>
              <LoneInput key={name} formState={formState} name={name} field={field} mode="update" />
            </div>
          </fieldset>
        );
      })}
      {free[0] && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.more}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => free[0] && onNames([...names, free[0][0]])}
        >
          Change another field
        </Button>
      )}
    </>
  );
}
