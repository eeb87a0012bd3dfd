import { Button, Group, Modal, SimpleGrid, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { noticeSuccess } from '#web/ui/notices.ts';
import { createIntents } from '../form/intents.ts';
import type { CrudRules } from './crud-rules.ts';
import { DraftInput } from './draft-input.tsx';
import { createDraft } from './draft.ts';
import { copyValues } from './payload.ts';
import type { Saving } from './use-saving.ts';

interface CopyModalProps {
  resource: Resource;
  rules: CrudRules;
  /** The record that is copied. */
  row: RecordRow;
  saving: Saving;
  onCopied: (stored: RecordRow) => void;
  onClose: () => void;
}

/** A new record that starts as a copy of another, with what must be unique left blank. */
export default function CopyModal({ resource, rules, row, saving, onCopied, onClose }: CopyModalProps) {
  const [draft] = useState(() => createDraft(copyValues(resource, row)));
  const [intents] = useState(() => createIntents());
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
  const follow = async () => {
    const following = await rules.derive?.(draft.values()).catch(() => null);
    if (following) draft.follow(following);
  };
  return (
    <Modal
      opened
      onClose={saving.saving ? () => undefined : onClose}
      title={`Copy ${resource.label[0]}`}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
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
                onLeave={rules.derive && (() => void follow())}
              />
            ))}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={saving.saving}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.saving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
