import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { ConfirmDialog } from '../form/confirm-dialog.tsx';
import { createIntents } from '../form/intents.ts';
import { RestoredNote } from '../form/restored-note.tsx';
import type { CrudRules } from './crud-rules.ts';
import { DraftInput } from './draft-input.tsx';
import { useDirty, type Draft } from './draft.ts';
import { fillIn } from './typing.ts';
import type { Saving } from './use-saving.ts';

interface CopyModalProps {
  resource: Resource;
  rules: CrudRules;
  /** The record that is copied. */
  row: RecordRow;
  draft: Draft;
  /** Where the draft is kept. */
  draftKey: string;
  /** What was typed here before is back. */
  restored: boolean;
  saving: Saving;
  onCopied: (stored: RecordRow) => void;
  onClose: () => void;
}

/** A new record that starts as a copy of another, with what must be unique left blank. */
export default function CopyModal(props: CopyModalProps) {
  const { resource, rules, row, draft, draftKey, restored, saving, onCopied, onClose } = props;
  const dirty = useDirty(draft);
  const [asking, setAsking] = useState(false);
  const [intents] = useState(() => createIntents(draftKey));
  const form = useRef<HTMLFormElement>(null);
  const { copied, copyFailed } = resource.messages;
  const fields = Object.keys(draft.values());

  const save = async () => {
    const stored = await saving.attempt({
      draft,
      failed: copyFailed,
      inputs: () => form.current,
      send: () => saving.create(draft, intents),
    });
    if (!stored) return;
    noticeSuccess(copied);
    onCopied(stored);
  };
  const cancel = () => {
    if (saving.saving) return;
    // A moment later, so that the press of Esc that asks does not answer as well.
    if (dirty) setTimeout(() => setAsking(true));
    else onClose();
  };
  return (
    <Dialog
      onClose={cancel}
      closeOnEscape={!asking}
      title={`Copy ${resource.label[0]}`}
      size="lg"
      closeOnClickOutside={false}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack>
          {restored && <RestoredNote />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {fields.map((name, at) => (
              <DraftInput
                key={name}
                resource={resource}
                name={name}
                draft={draft}
                row={row}
                look="form"
                mode="create"
                takesFocus={at === 0}
                onLeave={rules.derive && (() => void fillIn(rules, draft))}
              />
            ))}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={cancel} disabled={saving.saving}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.saving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={asking}
        title="Sure to cancel?"
        question="What you typed here is not saved and will be lost."
        confirmLabel="Yes"
        cancelLabel="No"
        danger
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}
