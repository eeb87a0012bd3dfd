import { Alert, Button, Center, Group, Loader, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconRefresh } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { hideNotice } from '../notices/notices.tsx';
import { OutcomeDetails, type Outcome } from '../outcome.tsx';
import classes from './states.module.css';

/** Shown while something loads. It appears a moment later: quick answers do not flicker. */
export function LoadingState({ label = 'Loading…', height = 240 }: { label?: string; height?: number }) {
  return (
    <Center component="output" mih={height} className={classes.late} data-loading>
      <Group gap="sm">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed">{label}</Text>
      </Group>
    </Center>
  );
}

interface ErrorStateProps {
  /** The problem, as a sentence; an Error's own message by default. */
  error: { message: string; requestId?: string | null };
  /** The failed action: 'The cost centers could not be loaded'. */
  title?: string;
  onRetry?: () => void;
  /** Another way on, beside Retry. */
  children?: ReactNode;
}

/** Shown where the data would be when it could not be loaded. */
export function ErrorState({ error, title, onRetry, children }: ErrorStateProps) {
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={title ?? 'This could not be loaded'}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {error.requestId && (
          <Text size="xs" c="dimmed">
            Request {error.requestId}
          </Text>
        )}
        {(onRetry || children) && (
          <Group gap="xs">
            {onRetry && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={14} aria-hidden />}
                onClick={onRetry}
              >
                Retry
              </Button>
            )}
            {children}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

interface FailureNoteProps {
  outcome: Outcome;
  /** The person follows the link of the outcome. */
  onFollow?: () => void;
  mt?: 'md';
}

/** Shows within a form or a dialog why it failed, and what to do; the notice of something older goes. */
export function FailureNote({ outcome, onFollow, mt }: FailureNoteProps) {
  useEffect(hideNotice, [outcome.title, outcome.reason]);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" mt={mt}>
      <Text size="sm" fw={600}>
        {outcome.title}
      </Text>
      <OutcomeDetails outcome={outcome} onFollow={onFollow} />
    </Alert>
  );
}

interface EmptyStateProps {
  title: string;
  /** The advice. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown where the data would be when there is none. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Center mih={220} p="lg">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
          <IconInbox size={22} />
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children && <Text c="dimmed">{children}</Text>}
        {action}
      </Stack>
    </Center>
  );
}
