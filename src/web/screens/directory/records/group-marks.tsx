import { Badge } from '@mantine/core';
import { adGroups, type AdGroup } from '#resources/ad-groups.ts';

const { fields } = adGroups;

/** The particular properties of a group, each in a word or two. */
export function GroupMarks({
  of,
}: {
  of: Pick<AdGroup, 'dormant' | 'pim' | 'dynamic' | 'synced_elsewhere'>;
}) {
  const marks = [
    of.dormant && { field: fields.dormant, color: 'yellow' },
    of.pim && { field: fields.pim, color: 'sky' },
    of.dynamic && { field: fields.dynamic, color: 'gray' },
    of.synced_elsewhere && { field: fields.synced_elsewhere, color: 'gray' },
  ];
  return marks.map(
    (mark) =>
      mark && (
        <Badge
          key={mark.field.label}
          variant="dot"
          color={mark.color}
          tt="none"
          fw={500}
          title={mark.field.hint}
        >
          {mark.field.label}
        </Badge>
      ),
  );
}
