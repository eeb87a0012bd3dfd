import { Alert, Anchor, Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Resource } from '#kernel/resource.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { ScreenProps } from '../screen.ts';
import { useImportUndo } from '../undo/use-import-undo.ts';
import { saveTemplate } from './csv-files.ts';
import { EncodingChoice } from './encoding-choice.tsx';
import { FileChooser, WITH_WORKBOOKS } from './file-chooser.tsx';
import { ImportPreviewPanel } from './import-preview.tsx';
import { ImportProgressBar } from './import-progress.tsx';
import type { ImportTexts } from './import-texts.ts';
import { SheetChoice } from './sheet-choice.tsx';
import { changesNothing, useImport, type ImportFailure } from './use-import.ts';

interface ImportModalProps extends ScreenProps {
  texts: ImportTexts;
  onClose: () => void;
}

/** Takes a file, shows what it would create and what is wrong with it, and imports it. */
export default function ImportModal({ resource, registry, texts, onClose }: ImportModalProps) {
  const offerUndo = useImportUndo(resource);
  const flow = useImport(resource, texts, (done) => {
    if (!done.waits) offerUndo(texts.done, done);
    onClose();
  });
  const { step, failure } = flow;
  const many = resource.label[1];
  const importing = step.at === 'importing';
  const nothing = step.at === 'preview' && changesNothing(step.preview);
  const ready = step.at === 'choosing' || (step.at === 'preview' && step.preview.valid && !step.touched);
  return (
    <Dialog
      onClose={importing ? () => undefined : onClose}
      title={`Import ${many} from CSV${texts.csvOnly ? '' : ' or XLSX'}`}
      size="xl"
      closeButtonProps={{ disabled: importing }}
    >
      <Stack gap="md">
        {step.at === 'choosing' && (
          <Choosing resource={resource} texts={texts} flow={flow} remark={step.remark} />
        )}
        {step.at === 'reading' && <ImportProgressBar name={step.name} what="reading" progress={null} />}
        {step.at === 'encoding' && (
          <EncodingChoice
            name={step.chosen.name}
            problem={step.problem}
            onChoose={(encoding) => flow.choose(step.chosen, encoding)}
            onStartOver={flow.startOver}
          />
        )}
        {step.at === 'sheet' && (
          <>
            <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={texts.failed} role="alert">
              {step.problem}
            </Alert>
            <SheetChoice sheets={step.sheets} taken={step.sheet} onChoose={flow.readSheet} />
          </>
        )}
        {(step.at === 'checking' || step.at === 'importing') && (
          <ImportProgressBar name={step.file.name} what={step.at} progress={step.progress} />
        )}
        {step.at === 'preview' && (
          <ImportPreviewPanel
            resource={resource}
            registry={registry}
            file={step.file}
            preview={step.preview}
            failed={texts.failed}
            said={step.said}
            empty={step.empty}
            onTouchHeadings={flow.touchHeadings}
            onReadHeadings={flow.readHeadings}
            onReadDays={flow.readDays}
            onReadSheet={flow.readSheet}
            onTakeEmpty={flow.takeEmpty}
            onStartOver={flow.startOver}
          />
        )}
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={importing}>
          {nothing ? 'Close' : 'Cancel'}
        </Button>
        {!nothing && (
          <Button onClick={flow.run} disabled={!ready && !importing} loading={importing}>
            Import
          </Button>
        )}
      </DialogButtons>
      <FailureDialog failure={failure} onClose={flow.closeFailure} />
    </Dialog>
  );
}

interface ChoosingProps {
  resource: Resource;
  texts: ImportTexts;
  flow: ReturnType<typeof useImport>;
  /** Why a file was not taken. */
  remark: string | null;
}

/** What becomes of rows whose records exist, unless they are to be changed: then the checkbox says it. */
function wordsOfChanges({ noun }: Resource, texts: ImportTexts, flow: ChoosingProps['flow']): string {
  if (flow.update) return '';
  return flow.changesByDefault
    ? `Where it has ${noun[1]} that exist, you are shown what would change. `
    : `${texts.createsOnly} `;
}

/** The choice of a file, and whether it may change what is there. */
function Choosing({ resource, texts, flow, remark }: ChoosingProps) {
  return (
    <>
      <Text size="sm">
        {texts.hint} {wordsOfChanges(resource, texts, flow)}
        <Anchor component="button" type="button" inherit onClick={() => saveTemplate(resource)}>
          Download an empty template
        </Anchor>
      </Text>
      {flow.mayChange && (
        <Checkbox
          checked={flow.update}
          onChange={(event) => flow.setUpdate(event.currentTarget.checked)}
          label={`Also change the ${resource.noun[1]} that exist already`}
          description="What would change is shown before it does."
        />
      )}
      <FileChooser
        kinds={texts.csvOnly ? undefined : WITH_WORKBOOKS}
        remark={remark}
        onChoose={(file) => flow.choose(file)}
        onRefuse={flow.refuse}
      />
    </>
  );
}

/** Why the import did not go on, over the dialog of the import. */
function FailureDialog({ failure, onClose }: { failure: ImportFailure | null; onClose: () => void }) {
  return (
    <Dialog opened={failure !== null} onClose={onClose} title={failure?.title} centered>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {failure?.message}
      </Text>
      {failure?.reason && (
        <Text size="sm" c="dimmed" mt="xs">
          {failure.reason}
        </Text>
      )}
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
