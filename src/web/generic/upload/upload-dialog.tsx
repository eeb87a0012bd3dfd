import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/data/client.ts';
import { saveFile } from '#web/data/save-file.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { FailureNote } from '#web/ui/states.tsx';
import type { Progress } from '../additions/additions.ts';
import { ProgressLine } from '../additions/progress-line.tsx';
import { FileChooser } from '../csv-import/file-chooser.tsx';
import { ProblemsTable, ScrollFrame } from '../csv-import/problems-table.tsx';
import { createIntents } from '../editing/intents.ts';
import { mayWorkLater } from '../failure-words.ts';
import {
  applyUpload,
  listsOf,
  planUpload,
  type UploadDeclaration,
  type UploadOutcome,
  type UploadPlan,
} from './upload.ts';
import classes from './upload.module.css';

type Step =
  | { at: 'choosing'; remark: string | null }
  | { at: 'working'; file: File; what: 'plan' | 'apply'; progress: Progress }
  | { at: 'planned'; file: File; plan: UploadPlan }
  | { at: 'done'; outcome: UploadOutcome };

interface UploadDialogProps {
  upload: UploadDeclaration;
  onClose: () => void;
}

/** Takes a file, shows what it would do and what is wrong with it, does it, and shows what was done. */
export default function UploadDialog({ upload, onClose }: UploadDialogProps) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ at: 'choosing', remark: null });
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [intents] = useState(() => createIntents(null));

  const work = async (file: File, what: 'plan' | 'apply', back: Step) => {
    const onSent = (share: number) =>
      setStep((now) => (now.at === 'working' ? { ...now, progress: progressOf(what, share) } : now));
    setFailure(null);
    setStep({ at: 'working', file, what, progress: progressOf(what, 0) });
    try {
      if (what === 'plan') {
        const plan = await planUpload(upload, file, onSent);
        return setStep({ at: 'planned', file, plan });
      }
      const outcome = await applyUpload(upload, file, intents, onSent);
      setStep({ at: 'done', outcome });
      noticeSuccess(upload.done);
      await queries.invalidateQueries();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setStep(back);
      setFailure(error);
    }
  };
  const startOver = () => {
    setFailure(null);
    setStep({ at: 'choosing', remark: null });
  };
  const choose = (file: File) => void work(file, 'plan', { at: 'choosing', remark: null });
  const working = step.at === 'working';
  const results = upload.results ?? 'Upload Results';
  return (
    <Dialog
      onClose={working ? () => undefined : onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ disabled: working }}
      title={step.at === 'done' ? results : upload.title}
      size="xl"
    >
      <Stack gap="md">
        {step.at === 'choosing' && (
          <>
            <Hint upload={upload} />
            <FileChooser
              kinds={upload.kinds}
              remark={step.remark}
              onChoose={choose}
              onRefuse={(remark) => setStep({ at: 'choosing', remark })}
            />
          </>
        )}
        {step.at === 'working' && <ProgressLine progress={step.progress} />}
        {step.at === 'planned' && <Plan upload={upload} name={step.file.name} plan={step.plan} />}
        {step.at === 'done' && <Lists upload={upload} outcome={step.outcome} />}
        {failure && (
          <FailureNote
            outcome={{
              title: upload.failed,
              reason: failure.message,
              ...(mayWorkLater(failure) && { requestId: failure.requestId }),
            }}
          />
        )}
        <Group justify="flex-end">
          {step.at === 'planned' && (
            <Button variant="subtle" onClick={startOver}>
              Choose another file
            </Button>
          )}
          <Button
            variant={step.at === 'done' ? undefined : 'default'}
            onClick={onClose}
            disabled={working}
            data-autofocus={step.at === 'done' || undefined}
          >
            {step.at === 'done' ? 'Close' : 'Cancel'}
          </Button>
          {step.at === 'planned' && (
            <Button disabled={!step.plan.valid} onClick={() => void work(step.file, 'apply', step)}>
              Upload
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

const progressOf = (what: 'plan' | 'apply', share: number): Progress =>
  share < 1
    ? { label: 'Sending the file', share }
    : { label: what === 'plan' ? 'Looking at what the file says…' : 'Taking the file over…' };

function Hint({ upload: { hint, template } }: Pick<UploadDialogProps, 'upload'>) {
  const save = () =>
    template &&
    saveFile(template.file, new Blob([`\ufeff${template.columns.join(',')}\r\n`], { type: 'text/csv' }));
  return (
    <Text size="sm">
      {hint}{' '}
      {template && (
        <Anchor component="button" type="button" inherit onClick={save}>
          Download an empty template
        </Anchor>
      )}
    </Text>
  );
}

function Plan({
  upload,
  name,
  plan,
}: Pick<UploadDialogProps, 'upload'> & { name: string; plan: UploadPlan }) {
  if (!plan.valid)
    return (
      <>
        <Text size="sm" role="status">
          Nothing of {name} can be taken over: {plan.error_total.toLocaleString('en')}{' '}
          {plan.error_total === 1 ? 'cell is' : 'cells are'} wrong.
        </Text>
        <ProblemsTable problems={plan.errors} total={plan.error_total} />
      </>
    );
  return (
    <>
      <Text size="sm" role="status">
        This is what {name} would do. Nothing has been changed yet.
      </Text>
      <Lists upload={upload} outcome={plan} />
    </>
  );
}

/** Names beyond this are only counted: nobody reads so many in a dialog. */
const MOST_NAMED = 200;

function Lists({ upload, outcome }: Pick<UploadDialogProps, 'upload'> & { outcome: UploadOutcome }) {
  const { skipped, ignored_columns: ignored } = outcome;
  const unchanged = outcome.models.reduce((sum, model) => sum + model.unchanged, 0);
  const remarks = [
    unchanged > 0 && `${unchanged.toLocaleString('en')} stay as they are.`,
    skipped > 0 && `${skipped.toLocaleString('en')} empty rows are left out.`,
    ignored.length > 0 && `Columns that are not read: ${ignored.join(', ')}.`,
  ].filter((remark) => remark !== false);
  return (
    <div className={classes.lists}>
      {listsOf(upload, outcome).map(({ title, names, none }) => (
        <section key={title}>
          <h3>
            {title} {names.length > 0 && <span>{names.length.toLocaleString('en')}</span>}
          </h3>
          {names.length === 0 ? (
            <p>{none}</p>
          ) : (
            <ScrollFrame label={title}>
              <ul>
                {names.slice(0, MOST_NAMED).map((name, at) => (
                  <li key={`${name} ${at}`}>{name}</li>
                ))}
                {names.length > MOST_NAMED && (
                  <li>and {(names.length - MOST_NAMED).toLocaleString('en')} more</li>
                )}
              </ul>
            </ScrollFrame>
          )}
        </section>
      ))}
      {remarks.length > 0 && <p>{remarks.join(' ')}</p>}
    </div>
  );
}
