import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import {
  importColumns,
  type EmptyCells,
  type ImportColumn,
  type ImportPreview,
  type ImportPreviewRow,
} from '#kernel/csv/csv-import.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { grouped, listed } from '#kernel/written.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import { saveProblems } from './csv-files.ts';
import { HeadingsOfFile } from './headings/headings-of-file.tsx';
import { needsHeadings, NOT_CLEAR, type Said } from './headings/kept-headings.ts';
import type { ParsedFile } from './parse-file.ts';
import { DaysReadChoice } from './days-read-choice.tsx';
import { changesNothing } from './use-import.ts';
import { EmptyCellsChoice } from '../bulk/empty-cells-choice.tsx';
import { ClearedValues } from './cleared-values.tsx';
import { ProblemsTable, ScrollFrame } from './problems-table.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { SummaryOfRows } from './summary-of-rows.tsx';
import classes from './import.module.css';

interface ImportPreviewPanelProps {
  resource: Resource;
  registry: Registry;
  file: ParsedFile;
  preview: ImportPreview;
  /** The description of a file with wrong rows. */
  failed: string;
  /** What its headings are taken for that the portal does not know. */
  said: Said;
  /** Headings are chosen otherwise than the file was read. */
  onTouchHeadings: () => void;
  /** The headings of the file are to be read so. */
  onReadHeadings: (headings: SaidHeadings) => void;
  /** The days of the file are to be read in this order. */
  onReadDays: (order: DateOrder) => void;
  /** Another sheet of the workbook is to be read. */
  onReadSheet: (sheet: string) => void;
  /** What its empty cells say of records that are there. */
  empty: EmptyCells;
  onTakeEmpty: (empty: EmptyCells) => void;
  onStartOver: () => void;
}

const counted = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

/** The results that the rows will have; updates are mentioned where there may be some. */
function planned(preview: ImportPreview, one: string, many: string): string {
  const { would_create: creates, would_update: updates = 0, unchanged: same = 0 } = preview;
  if (changesNothing(preview))
    return `Nothing to change: ${counted(same, `${one} is`, `${many} are`)} as the file says.`;
  const created = `${counted(creates, one, many)} will be created`;
  if (updates + same === 0) return `${created}.`;
  if (preview.found_by?.length === 0)
    return `${created}, ${grouped(same)} ${same === 1 ? 'is' : 'are'} there already.`;
  const kept = `${grouped(same)} ${same === 1 ? 'stays as it is' : 'stay as they are'}`;
  return `${created}, ${grouped(updates)} will be changed, ${kept}.`;
}

/** How rows find the records that are there. */
function howFound({ found_by: fields, columns }: ImportPreview, many: string): string | false {
  if (!fields) return false;
  if (fields.length === 0)
    return `Nothing tells ${many} apart: a row is added, unless one that says the same in every field is there already.`;
  const labels = fields.map((name) => columns.find(({ field }) => field === name)?.label ?? name);
  return `Rows are found by ${listed(labels)}.`;
}

/** The records that the file would create, or its problems, before anything is stored. */
export function ImportPreviewPanel(props: ImportPreviewPanelProps) {
  const { resource, file, preview, failed, said, onTouchHeadings, onReadHeadings, onStartOver } = props;
  const [one, many] = resource.noun;
  const panel = useRef<HTMLDivElement>(null);
  const isUnclear = needsHeadings(preview, preview.errors);

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
      {preview.sheets && (
        <SheetChoice sheets={preview.sheets} taken={preview.sheet ?? null} onChoose={props.onReadSheet} />
      )}
      {preview.valid ? (
        <Alert color="teal" icon={<IconCheck aria-hidden />} role="status">
          {planned(preview, one, many)}
        </Alert>
      ) : (
        <Alert
          color={isUnclear ? 'yellow' : 'red'}
          icon={<IconAlertTriangle aria-hidden />}
          title={isUnclear ? undefined : failed}
          role="alert"
        >
          {isUnclear
            ? NOT_CLEAR
            : `${counted(preview.error_total, 'problem', 'problems')} in ${counted(preview.total, 'row', 'rows')}. Nothing is imported until the file is right; mend it and choose it again.`}
        </Alert>
      )}
      <HeadingsOfFile
        reading={preview}
        errors={preview.errors}
        said={said}
        onTouch={onTouchHeadings}
        onRead={onReadHeadings}
      />
      {!isUnclear && <Rows {...props} />}
    </Stack>
  );
}

/** What becomes of the rows of a file whose headings are clear, or what is wrong with them. */
function Rows({ resource, registry, preview, onReadDays, empty, onTakeEmpty }: ImportPreviewPanelProps) {
  const { valid, rows, errors, error_total: total } = preview;
  return (
    <>
      <Remarks resource={resource} preview={preview} />
      <DaysReadChoice days={preview.days} onChoose={onReadDays} />
      <EmptyCellsChoice
        count={preview.emptied?.total ?? 0}
        empty={empty}
        where="the file"
        noun={resource.noun}
        onChoose={onTakeEmpty}
      />
      {valid && empty === 'clear' && <ClearedValues resource={resource} emptied={preview.emptied} />}
      {valid && <SummaryOfRows resource={resource} summary={preview.summary} />}
      {valid && rows.length > 0 && <RowsTable resource={resource} registry={registry} preview={preview} />}
      {!valid && (
        <>
          <ProblemsTable problems={errors} total={total} />
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => saveProblems(resource, errors)}
            >
              Download the problems
            </Button>
          </Group>
        </>
      )}
    </>
  );
}

/** How rows find records, and the parts that the import ignores. */
function Remarks({ resource, preview }: { resource: Resource; preview: ImportPreview }) {
  const remarks = [
    howFound(preview, resource.noun[1]),
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

/** Two columns of a file may be about one property, which a row shows once. */
const onePerProperty = (columns: readonly ImportColumn[]): ImportColumn[] =>
  columns.filter(({ property }, at) => columns.findIndex((other) => other.property === property) === at);

function RowsTable({
  resource,
  registry,
  preview,
}: Pick<ImportPreviewPanelProps, 'resource' | 'registry' | 'preview'>) {
  const columns = onePerProperty(importColumns(resource));
  const properties = registry.properties(resource);
  const fieldOf = ({ property, field }: ImportColumn) => properties.get(property)?.field ?? field;
  const alignment = (column: ImportColumn) =>
    kindOf(fieldOf(column)).align === 'right' ? classes.number : undefined;
  const more = preview.would_create + (preview.would_update ?? 0) - preview.rows.length;
  const updates = (preview.would_update ?? 0) > 0;
  return (
    <>
      <ScrollFrame label={updates ? 'New and changed records' : 'New records'}>
        <Table stickyHeader className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              {updates && <Table.Th>What</Table.Th>}
              {columns.map((column) => (
                <Table.Th key={column.property} className={alignment(column)}>
                  {column.label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.rows.map(({ row, values, before }) => (
              <Table.Tr key={row}>
                <Table.Td>{row}</Table.Td>
                {updates && <Table.Td>{whatOf(before, columns)}</Table.Td>}
                {columns.map((column) => (
                  <Table.Td
                    key={column.property}
                    className={alignment(column)}
                    data-changed={(before && column.property in before) || undefined}
                  >
                    {before && column.property in before && (
                      <>
                        <del>{formatValue(fieldOf(column), before[column.property]) || 'None'}</del>{' '}
                      </>
                    )}
                    {formatValue(fieldOf(column), values[column.property]) ||
                      (before && column.property in before ? 'None' : '')}
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
