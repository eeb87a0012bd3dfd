import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import type { RowAbout } from '#web/generic/additions/additions.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { grouped } from '#web/ui/grouped.ts';
import { Loaded } from '#web/ui/loaded.tsx';

/** Where the screen of a billing run is. */
const runAddress = (id: number): string => `/auth/billing-automation/runs/${id}`;

/** Where a bill comes from; all of it is null or empty for one that no billing run made. */
interface Origin {
  /** Whether it takes another bill back. */
  counters: boolean;
  billing_run: { id: number; file_name: string } | null;
  posting: { id: number; reference: string } | null;
  accounts: { identifier: string | null }[];
  accounts_total: number;
}

/** Leads from a bill to the billing run that made it, and to its posting there. */
export function OriginDialog({ about: { row }, onClose }: { about: RowAbout; onClose: () => void }) {
  const load = useLoad<Origin>({
    queryKey: ['cloud_bills', 'origin', row.id],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<Origin>>(`/cloud_bills/${row.id}/origin`, { signal })).data,
  });
  return (
    <Dialog onClose={onClose} title="Where It Comes From" centered>
      <Loaded load={load} failed="Where it comes from could not be loaded" height={80}>
        {(origin) => <Told origin={origin} />}
      </Loaded>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}

function Told({
  origin: { counters, billing_run: run, posting, accounts, accounts_total: total },
}: {
  origin: Origin;
}) {
  if (!run || !posting)
    return <Text size="sm">No billing run made it: it was typed in, or came with a workbook.</Text>;
  const named = accounts.flatMap(({ identifier }) => identifier ?? []).slice(0, 5);
  const more = total - named.length;
  return (
    <>
      <Text size="sm">
        {counters ? 'It takes a bill back of ' : 'It books '}
        <Link to={runAddress(run.id)} search={{ posting: String(posting.id) }}>
          posting {posting.id} of billing run {run.id}
        </Link>
        , from {run.file_name}, invoice {posting.reference}.
      </Text>
      {named.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          Charged for {named.join(', ')}
          {more > 0 && ` and ${grouped(more)} more`}
        </Text>
      )}
    </>
  );
}
