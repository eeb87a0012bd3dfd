import { Alert, Button, Loader } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Anomaly } from '#calls/anomalies.ts';
import type { AnomalyState } from '#kernel/billing/anomalies.ts';
import type { FetchedCloud } from '#kernel/billing/sources.ts';
import { grouped } from '#kernel/written.ts';
import { usePerson } from '#web/data/use-session.ts';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { Pages } from '#web/ui/entries.tsx';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/pages/states.tsx';
import { PageFilters } from '../page-filters.tsx';
import { AnomalyTable } from './anomaly-table.tsx';
import { FindField } from './find-field.tsx';
import { Mutes } from './mutes.tsx';
import {
  ANOMALIES_PAGE,
  anomaliesQuery,
  anomalyParams,
  PROVIDER_CHOICES,
  STATES,
  type Anomalies,
  type AnomalyFilter,
} from './running.ts';

const Acknowledge = lateDialog(
  async () => (await Promise.all([import('./acknowledge-dialog.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);
const Mute = lateDialog(
  async () => (await Promise.all([import('./mute-dialog.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);

interface AnomaliesTabProps {
  filter: AnomalyFilter;
  onChange: (change: Partial<AnomalyFilter>) => void;
}

/** The states to choose from, each with how many there are. */
const stateChoices = (anomalies: Anomalies | undefined) => [
  ...Object.entries(STATES).map(([value, { word }]) => {
    const count = anomalies?.meta.states[value as AnomalyState];
    return { value, label: count === undefined ? word : `${word} (${grouped(count)})` };
  }),
  { value: 'All', label: 'All' },
];

/** The costs beyond what is usual: what, since when, how much, and whose. */
export function AnomaliesTab({ filter, onChange }: AnomaliesTabProps) {
  const may = usePerson()?.rights.operate ?? false;
  const load = useLoad(anomaliesQuery(filter));
  const [acknowledged, setAcknowledged] = useState<Anomaly | null>(null);
  const [muted, setMuted] = useState<Anomaly | 'new' | null>(null);
  return (
    <>
      <PageFilters label="Anomalies">
        <ChoiceSelect
          label="State"
          choices={stateChoices(dataOf(load))}
          value={filter.state}
          onChange={(state) => onChange({ state: state as AnomalyFilter['state'] })}
        />
        <ChoiceSelect
          label="Cloud"
          choices={PROVIDER_CHOICES}
          value={filter.provider}
          onChange={(provider) => onChange({ provider: provider as FetchedCloud | '' })}
        />
        <FindField value={filter.q} onFind={(q) => onChange({ q })} />
        <FileButton path="/anomalies.csv" query={anomalyParams(filter)} label="Download CSV" />
        {may && (
          <Button variant="default" onClick={() => setMuted('new')}>
            Mute…
          </Button>
        )}
      </PageFilters>
      <Loaded load={load} failed="The anomalies could not be loaded" height={240}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <NoAnomaly
              filter={filter}
              reading={meta.reading}
              onAll={() => onChange({ state: 'All', provider: '', q: '' })}
            />
          ) : (
            <>
              <ReadingNote reading={meta.reading} />
              <AnomalyTable
                anomalies={data}
                {...(may && { onAcknowledge: setAcknowledged, onMute: setMuted })}
              />
              <Pages
                page={filter.page}
                pages={Math.ceil(meta.total / ANOMALIES_PAGE)}
                onPage={(page) => onChange({ page })}
              />
            </>
          )
        }
      </Loaded>
      <Mutes may={may} />
      <Suspense>
        {acknowledged && <Acknowledge anomaly={acknowledged} onClose={() => setAcknowledged(null)} />}
        {muted && <Mute about={muted === 'new' ? null : muted} onClose={() => setMuted(null)} />}
      </Suspense>
    </>
  );
}

type Reading = Anomalies['meta']['reading'];

/** That the list is being made anew, or is of what could be read. */
function ReadingNote({ reading: { under_way: reads, failed } }: { reading: Reading }) {
  if (reads)
    return (
      <Alert color="blue" variant="light" icon={<Loader size="xs" aria-hidden />} role="status" mb="md">
        The running month is being read. What is found is listed as soon as that is done.
      </Alert>
    );
  return failed === null ? null : <ErrorState error={{ message: failed }} title={NOT_READ} />;
}

const NOT_READ = 'The running month could not be read, or not all of it';

interface NoAnomalyProps {
  filter: AnomalyFilter;
  reading: Reading;
  onAll: () => void;
}

/** Why nothing is listed: it is being read, could not be, or nothing is unusual in what was. */
function NoAnomaly({ filter, reading, onAll }: NoAnomalyProps) {
  if (filter.q === '' && filter.provider === '' && filter.state === 'open') {
    if (reading.under_way && !reading.read)
      return <LoadingState label="The running month is being read for the first time…" />;
    if (!reading.read && reading.failed !== null)
      return <ErrorState error={{ message: reading.failed }} title="The running month could not be read" />;
    if (!reading.read)
      return (
        <EmptyState title="Nothing was read yet">
          The running month is read once a day from the exports of the clouds. Before that nobody knows what
          is unusual in it.
        </EmptyState>
      );
    return (
      <>
        <ReadingNote reading={reading} />
        <EmptyState title="Nothing is unusual">
          Each day of an account and service is held against the same weekdays of the eight weeks before, once
          four weeks of it were read. What costs more than is usual is listed here.
        </EmptyState>
      </>
    );
  }
  return (
    <EmptyState
      title="No anomaly matches"
      action={
        <Button variant="subtle" onClick={onAll}>
          Clear filters
        </Button>
      }
    >
      None has this state and these words.
    </EmptyState>
  );
}
