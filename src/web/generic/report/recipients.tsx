import { ScrollArea, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Values } from '#kernel/input.ts';
import type { Report, ReportRecipient } from '#kernel/report.ts';
import { api, newIntent } from '#web/data/client.ts';

interface Preview {
  data: { recipients: ReportRecipient[] };
  meta: { total: number };
}

/** Asks who would get a report that goes to many; nothing is sent. */
export function usePreview({ wrapper, path }: Report, values: Values) {
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => {
      const body = { [wrapper]: { ...values, dry_run: true } };
      return api.post<Preview>(path, body, { intent: newIntent() });
    },
  });
  return { ask: () => mutate(), shown: data, error, isPending, reset };
}

/** Who would get a report, and what. */
export function Recipients({ shown: { data, meta } }: { shown: Preview }) {
  const more = meta.total - data.recipients.length;
  if (meta.total === 0) return <Text mt="md">Nobody would get it: there is nothing to send.</Text>;
  return (
    <ScrollArea.Autosize mah={280} mt="md" viewportProps={{ tabIndex: 0, 'aria-label': 'Who gets it' }}>
      <Table stickyHeader aria-label="Who gets it">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>What</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.recipients.map(({ to, what }) => (
            <Table.Tr key={to}>
              <Table.Td>{to}</Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 && <Text size="sm">And {more.toLocaleString('en')} more.</Text>}
    </ScrollArea.Autosize>
  );
}
