import classes from './directory.module.css';

interface SwitchProps {
  /** Its subject, for screen readers. */
  label: string;
  choices: readonly { value: string; label: string; hint?: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** One of a few parts of a list, side by side. */
export function Switch({ label, choices, value, onChange }: SwitchProps) {
  return (
    <span role="group" aria-label={label} className={classes.switch} data-no-print>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          title={choice.hint}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </span>
  );
}
