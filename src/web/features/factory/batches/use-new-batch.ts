import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { beginBatch, type BatchInFull, type BatchPreview } from '#calls/batches.ts';
import { messages } from '#resources/messages.ts';
import { postUpload } from '#web/data/upload-call.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { fileBody } from '#web/generic/upload/upload.ts';
import { useStillHere } from '#web/generic/use-still-here.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { batchAddress } from './batches.ts';

/** A worksheet that is chosen, its preview, and its sending, which happens once however often the person has to try. */
export function useNewBatch(kind: string) {
  const [file, setFile] = useState<File | null>(null);
  const [remark, setRemark] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const check = useMutation({
    mutationFn: async (chosen: File) => {
      const body = await bodyOf(kind, chosen, { dry_run: true });
      return (await postUpload<{ data: BatchPreview }>(beginBatch.path, body, { onSent: setShare })).data;
    },
  });
  const begin = useBegin(kind, setShare);
  const failed = check.error ?? begin.error;
  return {
    file,
    remark,
    share,
    preview: check.data ?? null,
    failure: failed ? outcomeOf(failed, check.error !== null) : null,
    isBusy: check.isPending || begin.isPending,
    choose: (chosen: File | null) => {
      setFile(chosen);
      setRemark(null);
      setShare(0);
      check.reset();
      begin.reset();
      if (chosen) check.mutate(chosen);
    },
    refuse: setRemark,
    submit: (onlyValid: boolean) => {
      if (file) begin.mutate({ file, onlyValid });
    },
  };
}

const outcomeOf = ({ message }: Error, isRead: boolean): Outcome => ({
  title: isRead ? 'The worksheet could not be checked.' : messages.reportFailed,
  reason: message,
});

/** Sends the worksheet, and leads to what became of it. */
function useBegin(kind: string, onSent: (share: number) => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isHere = useStillHere();
  const [intents] = useState(() => createIntents(null));
  return useMutation({
    mutationFn: async ({ file, onlyValid }: { file: File; onlyValid: boolean }) => {
      const body = await bodyOf(kind, file, { only_valid: onlyValid });
      const send = (intent: string) =>
        postUpload<{ data: BatchInFull }>(beginBatch.path, body, { intent, onSent });
      return (await intents.once([kind, file, onlyValid], send)).data;
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries();
      const to = batchAddress(id);
      noticeSuccess({ title: messages.requestSubmitted, link: { label: 'See how far it is', to } });
      if (isHere()) void navigate({ to });
    },
  });
}

const bodyOf = (kind: string, file: File, others: object) =>
  fileBody('file', file, { kind, file_name: file.name, ...others });
