import { Button, Stack, TagsInput, TextInput } from '@mantine/core';
import type { Schedule } from '#calls/schedules.ts';
import { PERIODS, RHYTHMS, WEEKDAYS, type Period, type Rhythm } from '#kernel/schedule.ts';
import { timeZones } from '#kernel/time-zones.ts';
import { useConfirmedClose } from '#web/generic/form/use-confirmed-close.tsx';
import { FieldInput } from '#web/generic/kinds/field-input.tsx';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { RecipientsInput } from './recipients-input.tsx';
import { reportNamed, useScheduleForm, type ScheduleFormState } from './use-schedule-form.ts';
import { WhatInput } from './what-input.tsx';
import classes from './schedules.module.css';

interface ScheduleFormProps {
  /** Null: a new one. */
  schedule: Schedule | null;
  /** What a new one begins with: `report` with its values, or `model` and `view`. */
  begin: Readonly<Record<string, unknown>>;
  onClose: () => void;
}

const choicesOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The dialog in which a schedule is made or changed. */
export function ScheduleForm({ schedule, begin, onClose }: ScheduleFormProps) {
  const form = useScheduleForm(schedule, begin, onClose);
  const { values, set, save, saving, error, wrongAt, dirty } = form;
  const { close, question } = useConfirmedClose({ status: () => ({ dirty, saving }) }, onClose);
  return (
    <Dialog
      onClose={close}
      title={schedule ? 'Edit Schedule' : 'New Schedule'}
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving) save();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            data-autofocus
            value={values.name}
            error={wrongAt('name')}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <WhatInput form={form} model={schedule?.model ?? begin['model']} />
          <ReportValues form={form} />
          <Times form={form} />
          {reportNamed(values.report)?.address !== null && <RecipientsInput form={form} />}
          {values.left_out.length > 0 && (
            <TagsInput
              label="Taken Out"
              description="They took themselves out and get nothing of it. Remove who wants it again."
              value={values.left_out}
              onChange={(next) => set({ left_out: next.filter((one) => values.left_out.includes(one)) })}
            />
          )}
        </Stack>
        {error && <FailureNote outcome={error} mt="md" />}
        <DialogButtons>
          <Button variant="default" onClick={close} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            Save
          </Button>
        </DialogButtons>
      </form>
      {question}
    </Dialog>
  );
}

/** The parameters of the chosen report: its fields, and the days of one that is about some. */
function ReportValues({ form: { values, set, wrongAt, saving } }: { form: ScheduleFormState }) {
  const report = reportNamed(values.report);
  if (!report) return null;
  const { fields = {}, span } = report;
  return (
    <>
      {Object.entries(fields)
        .filter(([name]) => !span?.includes(name))
        .map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            value={values.parameters[name]}
            onChange={(next) => set({ parameters: { ...values.parameters, [name]: next } })}
            look="form"
            mode="create"
            error={wrongAt(`parameters.${name}`)}
            locked={saving}
          />
        ))}
      {span && (
        <ChoiceSelect
          label="Days"
          choices={choicesOf(PERIODS)}
          value={values.period ?? 'month_before'}
          onChange={(period) => set({ period: period as Period })}
        />
      )}
    </>
  );
}

/** When it is sent: choices, and a time of day in a zone. */
function Times({ form: { values, set, wrongAt } }: { form: ScheduleFormState }) {
  return (
    <>
      <ChoiceSelect
        label="When"
        choices={choicesOf(RHYTHMS)}
        value={values.rhythm}
        onChange={(rhythm) => set({ rhythm: rhythm as Rhythm })}
      />
      {values.rhythm === 'weekly' && (
        <TagsInput
          label="Days of the Week"
          data={[...WEEKDAYS]}
          value={[...values.weekdays]}
          error={wrongAt('weekdays')}
          placeholder={values.weekdays.length === 0 ? 'Choose one or more' : undefined}
          onChange={(days) => set({ weekdays: WEEKDAYS.filter((day) => days.includes(day)) })}
        />
      )}
      <div className={classes.times}>
        <TextInput
          label="At"
          type="time"
          required
          value={values.at}
          error={wrongAt('at')}
          onChange={({ currentTarget }) => set({ at: currentTarget.value })}
        />
        <ChoiceSelect
          label="Time Zone"
          choices={zonesWith(values.time_zone)}
          value={values.time_zone}
          onChange={(zone) => set({ time_zone: zone })}
        />
      </div>
    </>
  );
}

/** The zones to choose from; among them the chosen one, which another program may have named. */
const zonesWith = (chosen: string) =>
  [...new Set([...timeZones(), chosen])].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
