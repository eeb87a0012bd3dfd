import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { ProgressLine } from '../additions/progress-line.tsx';
import { FileChooser } from '../csv-import/file-chooser.tsx';
import { UndoButton } from '../undo/undo-button.tsx';
import { changesOfResult } from '../undo/undo-calls.ts';
import { FollowedUpload } from './followed-upload.tsx';
import { Hint, Lists, Plan } from './upload-parts.tsx';
import { refusalOf, writtenIn, type UploadDeclaration } from './upload.ts';
import { useUpload } from './use-upload.ts';

interface UploadDialogProps {
  upload: UploadDeclaration;
  onClose: () => void;
}

/**
 * Takes a file, shows what it would do and what is wrong with it, does it, and shows what was done. What takes long is
 * followed here; a person who leaves sees it go on below every screen.
 */
export default function UploadDialog({ upload, onClose }: UploadDialogProps) {
  const flow = useUpload(upload, { noticeOf: () => upload.done });
  const { step, failure } = flow;
  const working = step.at === 'working';
  return (
    <Dialog
      onClose={working ? () => undefined : onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ disabled: working }}
      title={step.at === 'done' ? (upload.results ?? 'Upload Results') : upload.title}
      size="xl"
    >
      <Stack gap="md">
        {step.at === 'choosing' && (
          <>
            <Hint upload={upload} />
            <FileChooser
              kinds={upload.kinds}
              remark={step.remark}
              onChoose={flow.choose}
              onRefuse={flow.refuse}
            />
          </>
        )}
        {step.at === 'working' && <ProgressLine progress={step.progress} />}
        {step.at === 'following' && <FollowedUpload id={step.job} onEnd={flow.ended} />}
        {step.at === 'planned' && (
          <Plan
            upload={upload}
            name={step.file.name}
            plan={step.plan}
            said={step.said}
            onTouchHeadings={flow.touchHeadings}
            onReadHeadings={flow.readHeadings}
            job={step.job}
          />
        )}
        {step.at === 'done' && <Lists upload={upload} outcome={step.outcome} />}
        {failure && <FailureNote outcome={refusalOf(upload, failure)} />}
      </Stack>
      <UploadButtons upload={upload} flow={flow} onClose={onClose} />
    </Dialog>
  );
}

interface UploadButtonsProps extends UploadDialogProps {
  flow: ReturnType<typeof useUpload>;
}

/** What a person can do at each step: begin again, leave, go on, and undo what was done. */
function UploadButtons({ upload, flow: { step, startOver, submit }, onClose }: UploadButtonsProps) {
  const [isUndone, setUndone] = useState(false);
  const working = step.at === 'working';
  const follows = step.at === 'following';
  const changes = step.at === 'done' && !isUndone ? changesOfResult(step.outcome) : [];
  return (
    <DialogButtons
      before={
        step.at === 'planned' ? (
          <Button variant="subtle" onClick={startOver}>
            Choose another file
          </Button>
        ) : (
          step.at === 'done' &&
          changes.length > 0 && (
            <UndoButton
              what="import"
              changes={changes}
              count={writtenIn(step.outcome)}
              onUndone={() => setUndone(true)}
            />
          )
        )
      }
    >
      <Button
        variant={step.at === 'done' ? undefined : 'default'}
        onClick={onClose}
        disabled={working}
        data-autofocus={step.at === 'done' || undefined}
      >
        {step.at === 'done'
          ? 'Close'
          : follows && step.what === 'apply'
            ? 'Go on in the background'
            : 'Cancel'}
      </Button>
      {step.at !== 'done' && (
        <Button
          loading={working || follows}
          disabled={step.at === 'planned' && (!step.plan.valid || step.touched === true)}
          onClick={submit}
        >
          {upload.submit ?? 'Upload'}
        </Button>
      )}
    </DialogButtons>
  );
}
