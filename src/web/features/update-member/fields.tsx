import { useId, type ReactNode } from 'react';
import classes from './fields.module.css';

interface FieldProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

interface LabelledProps extends Pick<FieldProps, 'label' | 'error'> {
  id: string;
  children: ReactNode;
}

function Labelled({ id, label, error, children }: LabelledProps) {
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

const wrong = (id: string, error: string | undefined) =>
  error ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` } : {};

/** One of a list, with nothing chosen at first. */
export function ChoiceField({ choices, ...field }: FieldProps & { choices: readonly string[] }) {
  const id = useId();
  const { name, label, value, error, onChange } = field;
  return (
    <Labelled id={id} label={label} error={error}>
      <select
        id={id}
        name={name}
        value={value}
        {...wrong(id, error)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="" disabled>
          Choose…
        </option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </Labelled>
  );
}

/** A line of text. */
export function TextField({ disabled, ...field }: FieldProps & { disabled: boolean }) {
  const id = useId();
  const { name, label, value, error, onChange } = field;
  return (
    <Labelled id={id} label={label} error={error}>
      <input
        id={id}
        name={name}
        type="text"
        maxLength={255}
        autoComplete="off"
        disabled={disabled}
        value={value}
        {...wrong(id, error)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Labelled>
  );
}
