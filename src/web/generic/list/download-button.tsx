import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { download } from '#web/data/client.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { listParams, type ListState } from '../list-state.ts';
import { useMayExport } from '../use-may.ts';

interface DownloadButtonProps {
  resource: Resource;
  /** The shown state: the file takes its filters and its sort, not its page. */
  state: ListState;
  label?: string;
}

/** Saves the list as a CSV file, filtered and sorted as it is shown; there for those who may. */
export function DownloadButton({ resource, state, label = 'Download CSV' }: DownloadButtonProps) {
  if (!useMayExport(resource)) return null;
  const query = listParams(state, { paged: false });
  return <FileButton path={`${resourcePath(resource.name)}.csv`} query={query} label={label} />;
}

interface FileButtonProps {
  /** Below /api. */
  path: string;
  query: Record<string, string>;
  label: string;
  /** Its contents, where the label does not say. */
  hint?: string;
}

/** Saves a file that the portal makes. */
export function FileButton({ path, query, label, hint }: FileButtonProps) {
  return <SaveButton save={() => download(path, query)} label={label} hint={hint} />;
}

interface SaveButtonProps {
  /** Fetches the file and saves it. */
  save: () => Promise<void>;
  label: string;
  hint?: string;
  /** Beside other small buttons. */
  small?: boolean;
}

/** Saves a file, and says where that fails. */
export function SaveButton({ save, label, hint, small = false }: SaveButtonProps) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await save();
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
      size={small ? 'xs' : undefined}
      leftSection={<IconDownload size={small ? 14 : 16} aria-hidden />}
      loading={busy}
      title={hint}
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
}
