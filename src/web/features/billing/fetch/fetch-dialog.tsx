import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { fetchBill, listSources, type SourceOfBills } from '#calls/sources.ts';
import type { FetchedCloud } from '#kernel/billing/sources.ts';
import { choice } from '#kernel/fields/choice.ts';
import { change, queryOf } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { lastMonths, PROVIDERS } from '../billing.ts';
import { FetchedJob } from './fetched-job.tsx';
import { SourceList } from './source-list.tsx';

const TITLE = 'Fetch a Bill';
const MONTHS_OFFERED = 12;

/** Fetches the bill of a month that is over from where its cloud puts it. */
export default function FetchDialog({ onClose }: { onClose: () => void }) {
  const load = useLoad(sourcesQuery);
  const sources = dataOf(load);
  const here = sources?.filter((source): source is Source => source.place !== null) ?? [];
  if (sources && here.length > 0)
    return <FetchForm sources={here} list={<SourceList sources={sources} />} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={TITLE} centered>
      <Loaded load={load} failed="The sources of bills could not be loaded" height={120}>
        {(all) => <SourceList sources={all} />}
      </Loaded>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface FetchFormProps {
  sources: readonly Source[];
  /** All of them, above the fields. */
  list: ReactNode;
  onClose: () => void;
}

function FetchForm({ sources, list, onClose }: FetchFormProps) {
  const fields = useMemo(() => {
    const months = lastMonths(MONTHS_OFFERED + 1).slice(1);
    return {
      provider: choice(
        'Source',
        sources.map(({ provider }) => provider),
        { names: PROVIDERS, ...(sources[0] && { default: sources[0].provider }) },
      ),
      month: choice('Month', months, {
        names: Object.fromEntries(months.map((month) => [month, formatMonth(month)])),
        ...(months[0] !== undefined && { default: months[0] }),
      }),
    };
  }, [sources]);
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: TITLE,
      text: () => list,
      fields,
      submit: 'Fetch',
      failed: 'The bill could not be fetched.',
      run: async ({ values }, { once }) => {
        const input = { provider: values['provider'] as FetchedCloud, month: String(values['month']) };
        const { job } = await once([input], (intent) => change(fetchBill, input, intent));
        return { notice: null, result: <FetchedJob id={job.id} /> };
      },
    }),
    [fields, list],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}

/** A source that bills can be fetched from. */
type Source = SourceOfBills & { place: string };

/** The sources of bills; a job that ends makes them be fetched again. */
const sourcesQuery = queryOf(listSources, {});
