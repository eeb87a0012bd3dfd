import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

/** Tells that a draft was taken up again; `onStartOver` offers to begin anew. */
export function RestoredNote({ onStartOver }: { onStartOver?: () => void }) {
  return (
    <Alert color="sky" icon={<IconHistory aria-hidden />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">What you typed here before is back.</Text>
        {onStartOver && (
          <Button size="compact-sm" variant="default" onClick={onStartOver}>
            Start over
          </Button>
        )}
      </Group>
    </Alert>
  );
}
