import { Button, Text } from '@mantine/core';
import classes from './factory.module.css';

interface ChoicesFailedProps {
  /** The name of the choices, such as 'Cost Centers'. */
  what: string;
  /** Why, as a sentence. */
  reason?: string | undefined;
  onRetry: () => void;
}

/** Below an input: what there is to choose from could not be loaded. */
export function ChoicesFailed({ what, reason, onRetry }: ChoicesFailedProps) {
  return (
    <div className={classes.choicesFailed} role="alert">
      <Text span size="sm" c="var(--bad)">
        {what} could not be loaded. {reason}
      </Text>
      <Button size="compact-xs" variant="default" aria-label={`Retry loading ${what}`} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
