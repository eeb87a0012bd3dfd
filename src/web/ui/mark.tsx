import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCloud, IconFlask } from '@tabler/icons-react';
import { useHint } from './use-hint.tsx';
import classes from './mark.module.css';

/** The kind of a mark: something is made up, something is real, something has to be looked at. */
const LOOKS = {
  simulated: { Icon: IconFlask, variant: 'default', color: 'gray' },
  real: { Icon: IconCloud, variant: 'light', color: 'sky' },
  warning: { Icon: IconAlertTriangle, variant: 'light', color: 'yellow' },
} as const;

interface MarkProps {
  look: keyof typeof LOOKS;
  word: string;
  /** Its meaning, for who points at it or comes to it. */
  reason: string;
}

/** A word that has to be known of what is shown. */
export function Mark({ look, word, reason }: MarkProps) {
  const { Icon, variant, color } = LOOKS[look];
  const { props, hint } = useHint(reason);
  return (
    <>
      <Badge
        {...props}
        component="button"
        type="button"
        variant={variant}
        color={color}
        tt="none"
        fw={500}
        className={classes.mark}
        data-look={look}
        data-read
        leftSection={<Icon size={13} aria-hidden />}
      >
        {word}
      </Badge>
      {hint}
    </>
  );
}
