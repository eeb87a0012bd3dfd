import { Button, Chip } from '@mantine/core';
import { unitLabel, unitOptions } from '#resources/posture.ts';
import { areAll, type Units } from './posture.ts';
import classes from './posture.module.css';

interface UnitChoiceProps {
  units: Units;
  onChange: (units: Units) => void;
}

/** Which business units are looked at: any of the six. */
export function UnitChoice({ units, onChange }: UnitChoiceProps) {
  return (
    <fieldset className={classes.units}>
      <legend>Business Unit</legend>
      <Chip.Group multiple value={[...units]} onChange={onChange}>
        {unitOptions.map((option) => (
          <Chip key={option.code} value={option.code} size="sm" variant="outline">
            {unitLabel(option)}
          </Chip>
        ))}
      </Chip.Group>
      {!areAll(units) && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange(unitOptions.map(({ code }) => code))}
        >
          Choose all
        </Button>
      )}
    </fieldset>
  );
}
