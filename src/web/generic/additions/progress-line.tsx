import { Progress as Bar, Text } from '@mantine/core';
import type { Progress } from './additions.ts';

/** How far something is. */
export function ProgressLine({ progress: { label, share } }: { progress: Progress }) {
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        {label}
        {percent !== undefined && ` ${percent} %`}
      </Text>
      <Bar value={percent ?? 100} animated={percent === undefined} aria-label={label} />
    </div>
  );
}
