import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportAnswer } from '#calls/reports.ts';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { api, ApiError } from '#web/data/client.ts';
import { useConfirmedClose } from '../form/use-confirmed-close.tsx';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { JOBS } from '#web/data/work.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { createIntents } from '../editing/intents.ts';
import { startValues } from '../editing/values.ts';
import { thisMonth } from '../filters/day-span.ts';
import { mayWorkLater } from '../failure-words.ts';
import { FieldInput } from '../kinds/field-input.tsx';
import { Recipients, usePreview } from './recipients.tsx';

export interface ReportRequest {
  report: Report;
  /** The sentence of success; the report's own by default. */
  done?: string;
  /** The sentence of a failure; the report's own by default. */
  failed?: string;
  /** Values to begin with, where they are not the fields' own defaults. */
  start?: Values;
}

/** The words after the sentence while there is no mail server. */
const KEPT: Omit<Outcome, 'title'> = {
  reason: 'No mail server is configured yet, so it waits in the outbox.',
  link: { label: 'Open the outbox', to: '/auth/outbox' },
};

/** The dialog that requests a report. */
export function ReportDialog({ onClose, ...request }: ReportRequest & { onClose: () => void }) {
  const [saving, setSaving] = useState(false);
  const [dirty, setDirty] = useState(false);
  const { close, question } = useConfirmedClose({ status: () => ({ dirty, saving }) }, onClose);
  return (
    <Dialog onClose={close} title={request.report.action} centered closeOnClickOutside={false}>
      <ReportForm
        {...request}
        onTyped={() => setDirty(true)}
        onClose={onClose}
        onCancel={close}
        onBusy={setSaving}
      />
      {question}
    </Dialog>
  );
}

/** The typed values of the form of a report. */
export interface TypedReport {
  /** Whom to mail it to. */
  to?: string;
  values: Values;
}

interface ReportFormProps extends ReportRequest {
  /** Whom to mail it to at first; the signed-in person by default. */
  to?: string | undefined;
  /** Called with each change, and only with what it changes. */
  onTyped?: (change: Partial<TypedReport>) => void;
  onClose: () => void;
  /** For its Cancel button; `onClose` by default. */
  onCancel?: () => void;
  /** Called while it is being sent: the form's container stays open meanwhile. */
  onBusy: (busy: boolean) => void;
}

/**
 * Requests a report: whom to mail it to, who is the signed-in person by default, and what else it takes. One that goes
 * to many shows who would get it before it goes. What failed stays open to be corrected.
 */
export function ReportForm(props: ReportFormProps) {
  const { report, onClose } = props;
  const { address, fields = {} } = report;
  const { to, values, change, sending, preview } = useReportForm(props);
  const error = sending.error ?? preview.error;
  const busy = sending.isPending || preview.isPending;
  const wrongAt = (name: string) =>
    error instanceof ApiError ? error.errors.find(({ field }) => field === name)?.message : undefined;
  const shows = address === null && !preview.shown;
  const verb = address === null && preview.shown ? `Send to ${preview.shown.meta.total}` : 'Send';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        if (shows) preview.request();
        else sending.mutate();
      }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {report.description}
      </Text>
      <Stack gap="sm">
        {address && (
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            spellCheck={false}
            required
            data-autofocus
            value={to}
            error={wrongAt(address)}
            onChange={({ currentTarget }) => change({ to: currentTarget.value })}
          />
        )}
        {Object.entries(fields).map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            value={values[name]}
            onChange={(next) => change({ values: { [name]: next } })}
            look="form"
            mode="create"
            error={wrongAt(name)}
            locked={busy}
          />
        ))}
      </Stack>
      {preview.shown && <Recipients shown={preview.shown} />}
      {error && <FailureNote outcome={outcomeOf(props, error, wrongAt)} mt="md" />}
      <DialogButtons before={<ScheduleButton {...props} values={values} disabled={busy} />}>
        <Button variant="default" onClick={props.onCancel ?? onClose} disabled={sending.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={busy}
          disabled={address ? to.trim() === '' : preview.shown?.meta.total === 0}
        >
          {error instanceof ApiError && mayWorkLater(error) ? 'Try again' : shows ? 'Show Recipients' : verb}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** The way to have it mailed at times, with what is typed so far. */
function ScheduleButton({
  report: { name, label },
  onClose,
  values,
  disabled,
}: ReportFormProps & { values: Values; disabled: boolean }) {
  const navigate = useNavigate();
  return (
    <Button
      variant="subtle"
      disabled={disabled}
      onClick={() => {
        onClose();
        const search = { new: 'report', report: name, name: label, parameters: values };
        void navigate({ to: '/auth/schedules', search: search as never });
      }}
    >
      Schedule…
    </Button>
  );
}

/** What is typed into the form of a report, and its sending. */
function useReportForm({ report, done, start = {}, to: firstTo, onTyped, onClose, onBusy }: ReportFormProps) {
  const { address, messages } = report;
  const person = usePerson();
  const queries = useQueryClient();
  const [to, setTo] = useState(firstTo ?? person?.email ?? '');
  const [values, setValues] = useState<Values>(() => startOf(report, start));
  const [intents] = useState(() => createIntents(null));
  const preview = usePreview(report, values);
  const sending = useMutation({
    mutationFn: () => {
      const own = address && { ...(address === 'send_to' && { email: true }), [address]: to.trim() };
      const body = { [report.wrapper]: { ...own, ...values } };
      return intents.once(body, (intent) => api.post<ReportAnswer>(report.path, body, { intent }));
    },
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: async ({ data, meta }) => {
      followJob(data.job.id);
      const sentence = done ?? messages.done;
      noticeSuccess(meta.mail_server ? sentence : { title: sentence, ...KEPT });
      onClose();
      await queries.invalidateQueries({ queryKey: [JOBS] });
    },
  });
  const change = (next: Partial<TypedReport>) => {
    if (next.to !== undefined) setTo(next.to);
    if (next.values) setValues((now) => ({ ...now, ...next.values }));
    onTyped?.(next);
    sending.reset();
    preview.reset();
  };
  return { to, values, change, sending, preview };
}

/** The fields of a report, the current month where it is about some days. */
function startOf({ fields = {}, span }: Report, start: Values): Values {
  const [first, last] = thisMonth();
  const days = span ? { [span[0]]: first, [span[1]]: last } : {};
  return { ...startValues({ fields }, Object.keys(fields), null), ...days, ...start };
}

/** The words of a failure: what is wrong at a field stands there. */
function outcomeOf(
  { report: { address, messages }, failed }: ReportRequest,
  error: Error,
  wrongAt: (name: string) => string | undefined,
): Outcome {
  const title = failed ?? messages.failed;
  if (!(error instanceof ApiError) || error.errors.length === 0) return { title, reason: error.message };
  return { title, next: `Correct ${address && wrongAt(address) ? 'the address' : 'it'}, then send again.` };
}
