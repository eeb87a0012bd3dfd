import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schedule } from '#calls/schedules.ts';
import type { Report } from '#kernel/report.ts';
import { isTimeZone } from '#kernel/time-zones.ts';
import { reports } from '#resources/reports.ts';
import { ApiError } from '#web/data/client.ts';
import { usePerson } from '#web/data/use-session.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { startValues } from '#web/generic/editing/values.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { saveSchedule, type ScheduleValues } from './schedules.ts';

export const reportNamed = (name: string | null | undefined): Report | undefined =>
  reports.find((one) => one.name === name);

/** The zone of this browser, where it has a name. */
function ownZone(): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(own) ? own : 'UTC';
}

/** The first parameters of a report: its defaults, or what was typed where one came from. */
function parametersOf({ fields = {}, span }: Report, typed: unknown): Record<string, unknown> {
  const names = Object.keys(fields).filter((name) => !span?.includes(name));
  const given = typeof typed === 'object' && typed !== null ? (typed as Record<string, unknown>) : {};
  const known = Object.fromEntries(names.flatMap((name) => (name in given ? [[name, given[name]]] : [])));
  return { ...startValues({ fields }, names, null), ...known };
}

/** The values that follow from a report, when it is chosen. */
export const chosenReport = (report: Report, typed: unknown = null): Partial<ScheduleValues> => ({
  report: report.name,
  view_id: null,
  parameters: parametersOf(report, typed),
  period: report.span ? 'month_before' : null,
});

function begun(begin: Readonly<Record<string, unknown>>, email: string): ScheduleValues {
  const view = Number(begin['view']);
  const report = reportNamed(String(begin['report'])) ?? reports[0];
  const name = typeof begin['name'] === 'string' ? begin['name'] : '';
  const what: Partial<ScheduleValues> =
    view > 0 || begin['new'] === 'view'
      ? { report: null, view_id: view > 0 ? view : null, parameters: {}, period: null }
      : report
        ? chosenReport(report, begin['parameters'])
        : {};
  return {
    name,
    report: null,
    view_id: null,
    parameters: {},
    period: null,
    rhythm: 'weekly',
    weekdays: ['Monday'],
    at: '07:00',
    time_zone: ownZone(),
    recipients: email === '' ? [] : [email],
    active: true,
    left_out: [],
    ...what,
  };
}

function valuesOf(schedule: Schedule): ScheduleValues {
  const { name, report, view_id, parameters, period, rhythm, weekdays, at, recipients, active, time_zone } =
    schedule;
  const left_out = schedule.left_out;
  return {
    name,
    report,
    view_id,
    parameters,
    period,
    rhythm,
    weekdays,
    at,
    time_zone,
    recipients,
    active,
    left_out,
  };
}

export type ScheduleFormState = ReturnType<typeof useScheduleForm>;

/** What is typed into the form of a schedule, and its sending. */
export function useScheduleForm(
  schedule: Schedule | null,
  begin: Readonly<Record<string, unknown>>,
  onSaved: () => void,
) {
  const queries = useQueryClient();
  const email = usePerson()?.email ?? '';
  const [values, setValues] = useState(() => (schedule ? valuesOf(schedule) : begun(begin, email)));
  const [dirty, setDirty] = useState(false);
  const [intents] = useState(() => createIntents(null));
  const saving = useMutation({
    mutationFn: () => {
      const isMany = reportNamed(values.report)?.address === null;
      const sent = { ...values, name: values.name.trim(), ...(isMany && { recipients: [] }) };
      return intents.once(sent, (intent) => saveSchedule(schedule, sent, intent));
    },
    onSuccess: async ({ name, when }) => {
      noticeSuccess({ title: `The schedule ${name} has been saved!`, reason: `${when}.` });
      onSaved();
      await queries.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
  const { error } = saving;
  return {
    values,
    dirty,
    saving: saving.isPending,
    save: () => saving.mutate(),
    set: (change: Partial<ScheduleValues>) => {
      setValues((now) => ({ ...now, ...change }));
      setDirty(true);
      saving.reset();
    },
    error: error && outcomeOf(error),
    wrongAt: (name: string) =>
      error instanceof ApiError ? error.errors.find(({ field }) => field === name)?.message : undefined,
  };
}

/** The words of a failure: what is wrong at a field stands there. */
function outcomeOf(error: Error): Outcome {
  const title = 'The schedule could not be saved.';
  if (!(error instanceof ApiError) || error.errors.length === 0) return { title, reason: error.message };
  return { title, next: 'Correct what is marked, then save again.' };
}
