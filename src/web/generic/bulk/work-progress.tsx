import { Progress as Bar, Text } from '@mantine/core';
import { grouped } from '#kernel/written.ts';
import type { Progress } from './selection-calls.ts';
import classes from './bulk.module.css';

/** How far work with many records is. */
export function WorkProgress({ label, progress }: { label: string; progress: Progress }) {
  const percent = progress && progress.total > 0 ? (progress.done / progress.total) * 100 : 0;
  return (
    <div className={classes.progress} role="status">
      <Text size="sm">
        {label}
        {progress && `: ${grouped(progress.done)} of ${grouped(progress.total)}`}
      </Text>
      <Bar value={percent} aria-label={label} />
    </div>
  );
}
