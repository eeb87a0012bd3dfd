import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import {
  importColumns,
  type ImportColumn,
  type ImportPreview,
  type ImportPreviewRow,
} from '#kernel/csv/csv-import.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { grouped } from '#kernel/written.ts';
import { saveProblems } from './csv-files.ts';
import type { ParsedFile } from './parse-file.ts';
import { DaysReadChoice } from './days-read-choice.tsx';
import { changesNothing } from './use-import.ts';
import { ProblemsTable, ScrollFrame } from './problems-table.tsx';
import classes from './import.module.css';

interface ImportPreviewPanelProps {
  resource: Resource;
  registry: Registry;
  file: ParsedFile;
  preview: ImportPreview;
  /** The description of a file with wrong rows. */
  failed: string;
  /** The days of the file are to be read in this order. */
  onReadDays: (order: DateOrder) => void;
  onStartOver: () => void;
}

const counted = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

/** The results that the rows will have; updates are mentioned where there may be some. */
function planned(preview: ImportPreview, one: string, many: string): string {
  if (changesNothing(preview)) {
    const same = counted(preview.unchanged ?? 0, `${one} is`, `${many} are`);
    return `Nothing to change: ${same} as the file says.`;
  }
  const created = `${counted(preview.would_create, one, many)} will be created`;
  if (preview.would_update === undefined) return `${created}.`;
  const same = preview.unchanged ?? 0;
  const kept = `${grouped(same)} ${same === 1 ? 'stays as it is' : 'stay as they are'}`;
  return `${created}, ${grouped(preview.would_update)} will be changed, ${kept}.`;
}

/** The records that the file would create, or its problems, before anything is stored. */
export function ImportPreviewPanel(props: ImportPreviewPanelProps) {
  const { resource, registry, file, preview, failed, onReadDays, onStartOver } = props;
  const [one, many] = resource.noun;
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button that the file was chosen with is gone, and the focus would be nowhere.
    panel.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Stack ref={panel} gap="sm" tabIndex={-1} className={classes.panel}>
      <Group justify="space-between" gap="xs">
        <Text fw={500} className={classes.name}>
          {file.name}
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={onStartOver}>
          Choose another file
        </Anchor>
      </Group>
      {preview.valid ? (
        <Alert color="teal" icon={<IconCheck aria-hidden />} role="status">
          {planned(preview, one, many)}
        </Alert>
      ) : (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={failed} role="alert">
          {counted(preview.error_total, 'problem', 'problems')} in {counted(file.count, 'row', 'rows')}.
          Nothing is imported until the file is right; mend it and choose it again.
        </Alert>
      )}
      <Remarks preview={preview} />
      <DaysReadChoice days={preview.days} onChoose={onReadDays} />
      {preview.valid && preview.rows.length === 0 ? null : preview.valid ? (
        <RowsTable resource={resource} registry={registry} preview={preview} />
      ) : (
        <ProblemsTable problems={preview.errors} total={preview.error_total} />
      )}
      {!preview.valid && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveProblems(resource, preview.errors)}
          >
            Download the problems
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The parts that the import ignores. */
function Remarks({ preview }: { preview: ImportPreview }) {
  const remarks = [
    preview.ignored_columns.length > 0 && `Not imported: ${preview.ignored_columns.join(', ')}.`,
    preview.skipped > 0 && `${counted(preview.skipped, 'empty row is', 'empty rows are')} left out.`,
  ].filter(Boolean);
  return remarks.length > 0 ? (
    <Text size="sm" c="dimmed">
      {remarks.join(' ')}
    </Text>
  ) : null;
}

/** The result of a row, with the columns that change, which may be out of sight. */
const whatOf = (before: ImportPreviewRow['before'], columns: readonly ImportColumn[]): string => {
  const changed = columns.filter(({ property }) => before && property in before).map(({ label }) => label);
  return before ? `Changed: ${changed.join(', ')}` : 'New';
};

function RowsTable({
  resource,
  registry,
  preview,
}: Pick<ImportPreviewPanelProps, 'resource' | 'registry' | 'preview'>) {
  const columns = importColumns(resource);
  const properties = registry.properties(resource);
  const more = preview.would_create + (preview.would_update ?? 0) - preview.rows.length;
  const updates = preview.would_update !== undefined;
  return (
    <>
      <ScrollFrame label={updates ? 'New and changed records' : 'New records'}>
        <Table stickyHeader className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              {updates && <Table.Th>What</Table.Th>}
              {columns.map(({ property, label }) => (
                <Table.Th key={property}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.rows.map(({ row, values, before }) => (
              <Table.Tr key={row}>
                <Table.Td>{row}</Table.Td>
                {updates && <Table.Td>{whatOf(before, columns)}</Table.Td>}
                {columns.map(({ property, field }) => (
                  <Table.Td
                    key={property}
                    className={before && property in before ? classes.changed : undefined}
                  >
                    {before && property in before && (
                      <>
                        <del>
                          {formatValue(properties.get(property)?.field ?? field, before[property]) || 'None'}
                        </del>{' '}
                      </>
                    )}
                    {formatValue(properties.get(property)?.field ?? field, values[property])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {grouped(more)} more.
        </Text>
      )}
    </>
  );
}
