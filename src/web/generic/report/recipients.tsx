import { Alert, ScrollArea, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReportPreview, ReportRecipient } from '#calls/reports.ts';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { api, newIntent } from '#web/data/client.ts';
import { grouped } from '#kernel/written.ts';
import classes from './recipients.module.css';

/** Requests who would get a report that goes to many; nothing is sent. */
export function usePreview({ wrapper, path }: Report, values: Values) {
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => {
      const body = { [wrapper]: { ...values, dry_run: true } };
      return api.post<ReportPreview>(path, body, { intent: newIntent() });
    },
  });
  return { request: () => mutate(), shown: data, error, isPending, reset };
}

/** Who would get a report, and what. */
export function Recipients({ shown: { data, meta } }: { shown: ReportPreview }) {
  const more = meta.total - data.recipients.length;
  return (
    <>
      {meta.total === 0 ? (
        <Text mt="md">Nobody would get it: there is nothing to send.</Text>
      ) : (
        <WhoGetsIt recipients={data.recipients} more={more} />
      )}
      {data.left_out.length > 0 && (
        <Alert color="dawn" variant="light" mt="md" title="Nobody gets">
          <ScrollArea.Autosize mah={132} viewportProps={{ tabIndex: 0, 'aria-label': 'What nobody gets' }}>
            <ul className={classes.leftOut}>
              {data.left_out.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </ScrollArea.Autosize>
        </Alert>
      )}
    </>
  );
}

function WhoGetsIt({ recipients, more }: { recipients: readonly ReportRecipient[]; more: number }) {
  return (
    <ScrollArea.Autosize mah={280} mt="md" viewportProps={{ tabIndex: 0, 'aria-label': 'Who gets it' }}>
      <Table stickyHeader className={classes.recipients} aria-label="Who gets it">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>What</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {recipients.map(({ to, what }) => (
            <Table.Tr key={to}>
              <Table.Td>{to}</Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 && <Text size="sm">And {grouped(more)} more.</Text>}
    </ScrollArea.Autosize>
  );
}
