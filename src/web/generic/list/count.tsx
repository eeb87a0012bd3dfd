import { Text } from '@mantine/core';
import type { GridProps } from '#web/grid/types.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { grouped } from '#kernel/written.ts';

/** How many records a list has, beside its heading. */
export function Count({
  of: { status, total, isLeast },
}: {
  of: Pick<GridProps<RecordRow>, 'status' | 'total' | 'isLeast'>;
}) {
  if (status === 'loading' || status === 'failed') return null;
  return (
    <Text span c="dimmed" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {grouped(total)}
      {isLeast && '+'}
    </Text>
  );
}
