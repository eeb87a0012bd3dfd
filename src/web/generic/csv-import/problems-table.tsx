import { ScrollArea, Table, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import { grouped } from '#kernel/written.ts';
import classes from './import.module.css';

/** A frame that scrolls in itself, with the keyboard as well. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollArea.Autosize
      mah={340}
      type="auto"
      offsetScrollbars="present"
      className={classes.frame}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      {children}
    </ScrollArea.Autosize>
  );
}

/** A header that may break after its underscores, as words do after spaces. */
const breakable = (header: string) =>
  header.split(/(?<=_)/).map((part, at) => (
    // The parts of one text keep their places.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** The problems of a file, by row and column. */
export function ProblemsTable({ problems, total }: { problems: readonly ImportProblem[]; total: number }) {
  return (
    <>
      <ScrollFrame label="Problems">
        <Table stickyHeader className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>What is wrong</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map(({ row, column, message, detail }, at) => (
              // The same column of a row can have two problems; their order is fixed.
              <Table.Tr key={`${row} ${column} ${at}`}>
                <Table.Td>{row}</Table.Td>
                <Table.Td className={classes.column}>{breakable(column)}</Table.Td>
                <Table.Td className={classes.sentence}>
                  {message} {detail}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      {total > problems.length && (
        <Text size="sm" c="dimmed">
          The first {grouped(problems.length)} of {grouped(total)} problems.
        </Text>
      )}
    </>
  );
}
