import { Button, Input, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef } from 'react';

const WRONG_KIND = 'Only .csv files are accepted.';
const isCsv = (name: string) => /\.csv$/i.test(name);

interface FileChooserProps {
  /** Why no file was taken. */
  remark: string | null;
  onChoose: (file: File) => void;
  onRefuse: (remark: string) => void;
}

/** A place to drop a CSV file on, and a button to look for one. */
export function FileChooser({ remark, onChoose, onRefuse }: FileChooserProps) {
  const open = useRef<() => void>(null);
  return (
    <div>
      <Dropzone
        openRef={open}
        activateOnClick={false}
        enablePointerEvents
        multiple={false}
        accept={{ 'text/csv': ['.csv'] }}
        // A file may say that it is CSV by its kind; its name counts.
        validator={(file) =>
          'name' in file && !isCsv(file.name) ? { code: 'file-invalid-type', message: WRONG_KIND } : null
        }
        inputProps={{ 'aria-label': 'CSV file' }}
        onDrop={([file]) => file && onChoose(file)}
        onReject={() => onRefuse(WRONG_KIND)}
        p="lg"
      >
        <Stack align="center" gap="xs">
          <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
          <Text>Drop a CSV file here</Text>
          <Button variant="light" onClick={() => open.current?.()} data-autofocus>
            Choose a file
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
