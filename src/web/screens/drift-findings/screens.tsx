import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DriftKind } from '#resources/drift-findings.ts';
import { DRIFT_SUBJECTS } from '#resources/drift-repairs.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import links from '#web/ui/plain-link.module.css';
import { actionsOf, RepairButtons } from './repair-buttons.tsx';
import { subjectOf } from './repairs.tsx';

/** The record that a line is about, by its name where its identifier is none. */
function Subject({ row, tabIndex }: { row: RecordRow; tabIndex: 0 | -1 }) {
  const model = DRIFT_SUBJECTS[row['kind'] as DriftKind];
  return (
    <>
      <Link
        to="/auth/$action/$model/$modelId"
        params={{ action: 'view', model, modelId: String(row['subject_id']) }}
        tabIndex={tabIndex}
        className={links.link}
      >
        {subjectOf(row)}
      </Link>{' '}
      {Boolean(row['subject_name']) && (
        <Text span size="xs" c="dimmed">
          {String(row['subject'])}
        </Text>
      )}
    </>
  );
}

/** Each line leads to its record and has what makes it go. */
const screens: ModelScreens = {
  additions: {
    cells: {
      kind: { width: 250 },
      subject: { width: 240, cell: (row, tabIndex) => <Subject row={row} tabIndex={tabIndex} /> },
    },
    columns: [
      {
        id: 'repair',
        header: 'Repair',
        width: 290,
        after: 'subject',
        text: (row) =>
          actionsOf(row)
            .map(({ label }) => label)
            .join(', '),
        cell: (row, tabIndex) => <RepairButtons row={row} tabIndex={tabIndex} />,
      },
    ],
  },
  nothingYet: {
    words:
      'Everybody who owns something is there, and every group has an owner. What nobody answers for is listed here.',
    Ways: () => null,
  },
};
export default screens;
