import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { FormState } from './form-state-types.ts';
import { useFormStatus } from './use-form-state.ts';

interface RestoredNoteProps {
  formState: FormState<unknown> | null;
  /** Offers to begin anew. */
  startOver?: boolean;
}

/** Shows that a draft was taken up again. */
export function RestoredNote({ formState, startOver = false }: RestoredNoteProps) {
  const restored = useFormStatus(formState)?.restored;
  if (!formState || !restored) return null;
  const { left } = restored;
  return (
    <Alert color="sky" icon={<IconHistory aria-hidden />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          What you typed here before is back
          {left.length > 0 && `, but not ${left.join(', ')}: it is kept nowhere`}.
        </Text>
        {startOver && (
          <Button size="compact-sm" variant="default" onClick={formState.startOver}>
            Start over
          </Button>
        )}
      </Group>
    </Alert>
  );
}
