import { Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { FileReading, HeadingRead, ImportProblem } from '#kernel/csv/csv-import.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import { listed } from '#kernel/written.ts';
import { ScrollFrame } from '../problems-table.tsx';
import classes from '../import.module.css';
import { chosenFor, headingProblems, type Said } from './kept-headings.ts';

/** The value of a heading that is left out, beside the headers of columns, of which none is blank. */
const LEFT_OUT = ' ';

type Chosen = Readonly<Record<string, string | null | undefined>>;

interface HeadingsChoiceProps {
  reading: FileReading;
  errors: readonly ImportProblem[];
  said: Said;
  /** Something is chosen otherwise than the file was read. */
  onTouch: () => void;
  /** The file is to be read so. */
  onRead: (headings: SaidHeadings) => void;
}

/** The headings of a file: what each is taken for and why, to be chosen where nobody knows it. */
export function HeadingsChoice({ reading, errors, said, onTouch, onRead }: HeadingsChoiceProps) {
  const headings = onlyOnce(reading.headings);
  const [chosen, setChosen] = useState<Chosen>(() =>
    Object.fromEntries(headings.map((read) => [read.heading, chosenFor(read)])),
  );
  const open = headings.filter(({ heading }) => chosen[heading] === undefined);
  const twice = headings.filter(({ heading }) => twinOf(heading, chosen) !== undefined);
  const missing = missingOf(reading, errors, chosen);
  const read = () => onRead(saidOf(headings, chosen));
  const take = (more: Chosen) => {
    setChosen({ ...chosen, ...more });
    onTouch();
  };
  return (
    <Stack gap="xs">
      <ScrollFrame label="Headings of the file">
        <Table className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>In the File</Table.Th>
              <Table.Th>Taken For</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {headings.map((one) => (
              <HeadingRow
                key={one.heading}
                read={one}
                columns={reading.columns}
                chosen={chosen}
                said={said}
                onChoose={(takes) => take({ [one.heading]: takes })}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      {missing.length > 0 && (
        <Text size="sm" c="var(--bad)" role="status">
          No heading is taken for {listed(missing)}, which a new record needs.
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {stateOf(open.length, twice.length)}
        </Text>
        <Group gap="xs">
          {open.length > 1 && (
            <Button
              variant="default"
              size="xs"
              onClick={() => take(Object.fromEntries(open.map(({ heading }) => [heading, null])))}
            >
              Leave out the other {open.length}
            </Button>
          )}
          <Button variant="light" size="xs" disabled={open.length + twice.length > 0} onClick={read}>
            Read it so
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

function stateOf(open: number, twice: number): string {
  if (open > 0) return `${open === 1 ? '1 heading has' : `${open} headings have`} no column yet.`;
  return twice > 0
    ? 'One column can have one heading only.'
    : 'What you choose is remembered for the next file.';
}

interface HeadingRowProps {
  read: HeadingRead;
  columns: FileReading['columns'];
  chosen: Chosen;
  said: Said;
  onChoose: (takes: string | null) => void;
}

function HeadingRow({ read, columns, chosen, said, onChoose }: HeadingRowProps) {
  const { heading, example } = read;
  const value = chosen[heading];
  const twin = twinOf(heading, chosen);
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.heading}>
        {heading}
        {example !== null && <span>{example}</span>}
      </Table.Th>
      <Table.Td>
        <Select
          aria-label={`Column for ${heading}`}
          size="xs"
          searchable
          allowDeselect={false}
          placeholder="Choose"
          data={[
            { value: LEFT_OUT, label: 'Leave out' },
            ...columns.map((column) => ({ value: column.header, label: labelOf(column, columns) })),
          ]}
          value={value === undefined ? null : (value ?? LEFT_OUT)}
          onChange={(next) => next !== null && onChoose(next === LEFT_OUT ? null : next)}
          error={twin === undefined ? undefined : `‘${twin}’ is taken for it, too.`}
          description={value === chosenFor(read) ? whyOf(read, said) : 'chosen here'}
          inputWrapperOrder={['input', 'description', 'error']}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** Several columns may be about one field, and are called by their headers then. */
function labelOf({ header, label }: FileReading['columns'][number], columns: FileReading['columns']): string {
  return columns.some((other) => other.label === label && other.header !== header)
    ? `${label} (${header})`
    : label;
}

const BY = { header: 'the same name', field: 'name of the field', label: 'name on the screens' } as const;

/** Why a heading is taken for what it is. */
function whyOf({ heading, by, takes }: HeadingRead, { why }: Said): string {
  if (by === null) return 'not known';
  if (by === 'said') return why[heading] ?? 'chosen here';
  return takes === null ? 'of our own file; it is not set by an import' : BY[by];
}

/** A sheet may have a heading that another one has: it is the same of both. */
const onlyOnce = (headings: readonly HeadingRead[]): HeadingRead[] =>
  headings.filter(({ heading }, at) => headings.findIndex((other) => other.heading === heading) === at);

/** The other heading that is taken for the same column. */
function twinOf(heading: string, chosen: Chosen): string | undefined {
  const own = chosen[heading];
  if (own === undefined || own === null) return undefined;
  return Object.entries(chosen).find(([other, takes]) => other !== heading && takes === own)?.[0];
}

/** What people call the required columns for which there is no heading, with what is chosen now. */
function missingOf(
  { columns, headings }: FileReading,
  errors: readonly ImportProblem[],
  chosen: Chosen,
): string[] {
  const named = new Set(headings.map(({ heading }) => heading));
  const fields = new Set(
    headingProblems(errors)
      .filter(({ column }) => !named.has(column))
      .map(({ field }) => field),
  );
  const taken = new Set(Object.values(chosen));
  const lacking = [...fields].filter((field) =>
    columns.every((column) => column.field !== field || !taken.has(column.header)),
  );
  return lacking.map((field) => columns.find((column) => column.field === field)?.label ?? field);
}

/** What a person says of headings: of those alone that are otherwise not known, or known otherwise. */
const saidOf = (headings: readonly HeadingRead[], chosen: Chosen): SaidHeadings =>
  Object.fromEntries(
    headings.flatMap(({ heading, takes, by }) => {
      const now = chosen[heading];
      return now === undefined || (by !== null && by !== 'said' && now === takes) ? [] : [[heading, now]];
    }),
  );
