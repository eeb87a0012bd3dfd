import { mailAttachment } from '#calls/work.ts';
import type { Mail, MailAttachment } from '#kernel/work.ts';
import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFileOf } from '#web/data/call.ts';
import { formatBytes } from '#web/ui/bytes.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';

/** The attachments of a mail; each can be saved. */
export function Attachments({ mail }: { mail: Mail }) {
  return (
    <Stack gap="xs" align="flex-start">
      {mail.attachments.map((attachment) => (
        <AttachmentButton key={attachment.id} mail={mail} attachment={attachment} />
      ))}
    </Stack>
  );
}

function AttachmentButton({ mail, attachment }: { mail: Mail; attachment: MailAttachment }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveFileOf(mailAttachment, { id: mail.id, file: attachment.id });
    } catch (error) {
      noticeFailure({
        title: 'The file could not be downloaded.',
        reason: error instanceof Error ? error.message : undefined,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      {attachment.name}, {formatBytes(attachment.size)}
    </Button>
  );
}
