import { Progress, Stack, Text } from '@mantine/core';
import type { CallProgress } from '#web/data/progress-call.ts';
import { grouped } from '#kernel/written.ts';

interface ImportProgressBarProps {
  name: string;
  what: 'reading' | 'checking' | 'importing';
  /** Null until the server reports its progress. */
  progress: CallProgress | null;
}

const WORDS = { reading: 'Reading', checking: 'Checking', writing: 'Writing' } as const;

function sentence({ what, progress }: ImportProgressBarProps): string {
  if (what === 'reading') return 'Reading the file…';
  if (!progress) return 'Sending the file…';
  const word = WORDS[progress.phase as keyof typeof WORDS] ?? 'Working';
  return `${word}: ${grouped(progress.done)} of ${grouped(progress.total)} rows`;
}

/** The progress of the import of a file, as the server reports it. */
export function ImportProgressBar(props: ImportProgressBarProps) {
  const { name, what, progress } = props;
  const share = progress && progress.total > 0 ? (100 * progress.done) / progress.total : null;
  return (
    <Stack gap={6} py="lg">
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Progress
        value={share ?? 100}
        animated={share === null}
        aria-label={`Import of ${name}`}
        transitionDuration={150}
      />
      <Text size="sm" c="dimmed" role="status">
        {sentence(props)}
      </Text>
      {what === 'importing' && (
        <Text size="sm" c="dimmed">
          Please leave this window open until the import is done. It imports the whole file or nothing of it.
        </Text>
      )}
    </Stack>
  );
}
