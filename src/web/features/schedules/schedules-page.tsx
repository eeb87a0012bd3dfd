import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries } from '#web/ui/entries.tsx';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { ScheduleEntry } from './schedule-entry.tsx';
import { schedulesQuery } from './schedules.ts';

const ScheduleForm = lateDialog(
  async () => {
    const [form] = await Promise.all([import('./schedule-form.tsx'), fetchInputs()]);
    return { default: form.ScheduleForm };
  },
  ({ onClose }) => onClose(),
);
const ScheduleDrawer = lateDialog(
  async () => ({ default: (await import('./schedule-drawer.tsx')).ScheduleDrawer }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(ScheduleForm.fetch);

const HERE = '/auth/schedules';

/**
 * /auth/schedules: the reports and saved views that are mailed at times. The address says which one is open, which is edited, or
 * with what a new one begins.
 */
export function SchedulesPage() {
  const load = useLoad(schedulesQuery);
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const go = (next: Record<string, string>) => void navigate({ to: HERE, search: next as never });
  const known = dataOf(load)?.data;
  const find = (id: unknown) => known?.find((one) => String(one.id) === String(id));
  const [opened, edited] = [find(search['open']), find(search['edit'])];
  const begins = search['new'] !== undefined;
  return (
    <>
      <PageHeader
        title="Schedules"
        description="Reports and saved views that are mailed at times."
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go({ new: 'report' })}>
            New Schedule
          </Button>
        }
      />
      <Loaded load={load} failed="The schedules could not be loaded">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Nothing is mailed at times yet">
              Make a schedule here, or press Schedule… where you ask for a report or choose a saved view.
            </EmptyState>
          ) : (
            <Entries label="Schedules" page={1} pages={1} onPage={() => undefined}>
              {data.map((schedule) => (
                <ScheduleEntry
                  key={schedule.id}
                  schedule={schedule}
                  onOpen={() => go({ open: String(schedule.id) })}
                  onEdit={() => go({ edit: String(schedule.id) })}
                />
              ))}
            </Entries>
          )
        }
      </Loaded>
      <Suspense>
        {opened && <ScheduleDrawer schedule={opened} onClose={() => go({})} />}
        {edited && <ScheduleForm key={edited.id} schedule={edited} begin={{}} onClose={() => go({})} />}
        {begins && <ScheduleForm schedule={null} begin={search} onClose={() => go({})} />}
      </Suspense>
    </>
  );
}
