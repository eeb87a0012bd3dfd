import { SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listReports } from '#calls/reports.ts';
import { registry } from '#resources/registry.ts';
import { queryOf } from '#web/data/call.ts';
import { listViewsQuery } from '#web/generic/views/views.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { useChoiceSearch } from '#web/ui/menus/use-choice-search.ts';
import { chosenReport, reportNamed, type ScheduleFormState } from './use-schedule-form.ts';

const lists = registry.all
  .filter(({ csv, actions }) => csv !== undefined && actions.includes('read'))
  .map(({ name, label: [, label] }) => ({ value: name, label }));

/** What is sent: a report, or a saved view of a list. @param model the list to begin with */
export function WhatInput({ form, model }: { form: ScheduleFormState; model: unknown }) {
  const { values, set } = form;
  const isView = values.report === null;
  const firstReport = useQuery(queryOf(listReports, {})).data?.[0];
  return (
    <div>
      <Text size="sm" fw={600} mb={4} id="schedule-sends">
        Sends
      </Text>
      <SegmentedControl
        aria-labelledby="schedule-sends"
        mb="xs"
        data={[
          { value: 'report', label: 'A report' },
          { value: 'view', label: 'A saved view' },
        ]}
        value={isView ? 'view' : 'report'}
        onChange={(next) => {
          const report = reportNamed(firstReport?.name);
          if (next === 'view') set({ report: null, view_id: null, parameters: {}, period: null });
          else if (report) set(chosenReport(report));
        }}
      />
      {isView ? <ViewInput form={form} model={model} /> : <ReportInput form={form} />}
    </div>
  );
}

function ReportInput({ form: { values, set, wrongAt } }: { form: ScheduleFormState }) {
  const { data } = useQuery(queryOf(listReports, {}));
  const known = reportNamed(values.report);
  const offered = (data ?? (known ? [known] : [])).map(({ name, label }) => ({ value: name, label }));
  const search = useChoiceSearch(offered, values.report);
  return (
    <>
      <Select
        aria-label="Report"
        {...search}
        data={offered}
        value={values.report}
        error={wrongAt('report')}
        allowDeselect={false}
        maxDropdownHeight={320}
        onChange={(name) => {
          const report = reportNamed(name);
          if (report) set(chosenReport(report));
        }}
      />
      {known && (
        <Text size="sm" c="dimmed" mt={4}>
          {known.description}
        </Text>
      )}
    </>
  );
}

function ViewInput({ form: { values, set, wrongAt }, model }: { form: ScheduleFormState; model: unknown }) {
  const [list, setList] = useState(
    () => lists.find(({ value }) => value === model)?.value ?? lists[0]?.value ?? '',
  );
  const { data, error } = useQuery(listViewsQuery({ name: list }));
  const views = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isNone = data?.length === 0;
  return (
    <>
      <ChoiceSelect
        aria-label="List"
        choices={lists}
        value={list}
        onChange={(next) => {
          setList(next);
          set({ view_id: null });
        }}
      />
      <Select
        mt="xs"
        aria-label="Saved view"
        placeholder={isNone ? 'This list has no saved view yet' : 'Choose a saved view'}
        disabled={isNone}
        data={views}
        value={values.view_id === null ? null : String(values.view_id)}
        error={wrongAt('view_id') ?? wrongAt('report') ?? error?.message}
        onChange={(id) => set({ view_id: id === null ? null : Number(id) })}
      />
      <Text size="sm" c="dimmed" mt={4}>
        Its rows are sent as a CSV file, by the filters and the order that the view has by then.
      </Text>
    </>
  );
}
