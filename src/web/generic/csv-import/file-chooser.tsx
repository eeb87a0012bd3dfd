import { Button, Input, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef } from 'react';

/** Which files are taken. */
export interface FileKinds {
  /** 'CSV file', with its article in `a`. */
  name: string;
  a: string;
  /** The ends of their names, such as `.csv`. */
  ends: readonly string[];
  /** Whether several are taken at once. */
  several?: boolean;
}

const CSV: FileKinds = { name: 'CSV file', a: 'a CSV file', ends: ['.csv'] };

/** The files of which rows can be imported. */
export const WITH_WORKBOOKS: FileKinds = {
  name: 'XLSX or CSV file',
  a: 'a CSV or XLSX file',
  ends: ['.csv', '.xlsx'],
};

/** By the end of a name what a system calls such files; it shows those first when one looks for a file. */
const KIND_OF: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.parquet': 'application/vnd.apache.parquet',
  '.json': 'application/json',
};

const acceptOf = ({ ends }: FileKinds): Record<string, string[]> =>
  Object.fromEntries(ends.map((end) => [KIND_OF[end] ?? 'application/octet-stream', [end]]));

interface FileChooserProps {
  /** Why no file was taken. */
  remark: string | null;
  /** CSV files by default. */
  kinds?: FileKinds | undefined;
  /** `others`: those that were chosen at the same time, where several are taken. */
  onChoose: (file: File, others: readonly File[]) => void;
  onRefuse: (remark: string) => void;
}

/** A place to drop a file on, and a button to look for one. */
export function FileChooser({ remark, kinds = CSV, onChoose, onRefuse }: FileChooserProps) {
  const open = useRef<() => void>(null);
  const wrong = `Only ${kinds.ends.join(' and ')} files are accepted.`;
  const fits = (name: string) => kinds.ends.some((end) => name.toLowerCase().endsWith(end));
  return (
    <div>
      <Dropzone
        openRef={open}
        activateOnClick={false}
        enablePointerEvents
        multiple={kinds.several ?? false}
        accept={acceptOf(kinds)}
        // A file may say that it is CSV by its kind; its name counts.
        validator={(file) =>
          'name' in file && !fits(file.name) ? { code: 'file-invalid-type', message: wrong } : null
        }
        inputProps={{ 'aria-label': kinds.name }}
        onDrop={([file, ...others]) => file && onChoose(file, others)}
        onReject={() => onRefuse(wrong)}
        p="lg"
      >
        <Stack align="center" gap="xs">
          <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
          <Text>Drop {kinds.a} here</Text>
          <Button variant="light" onClick={() => open.current?.()} data-autofocus>
            {kinds.several ? 'Choose files' : 'Choose a file'}
          </Button>
        </Stack>
      </Dropzone>
      {remark && (
        <Input.Error role="alert" mt={6}>
          {remark}
        </Input.Error>
      )}
    </div>
  );
}
