import { Button, Input, Text } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { FileChooser, type FileKinds } from '#web/generic/csv-import/file-chooser.tsx';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { formatBytes } from '#web/ui/bytes.ts';
import classes from '../forms.module.css';

/** The name of the field of a form for a file. */
export const FILE = 'file';

/** A file in a form: it is kept by no browser, and only the same one is the same. */
export const fileField = {
  label: 'File',
  kept: false,
  same: (one: unknown, other: unknown) => one === other,
};

/** The message where the file is missing. */
export const fileProblems = (values: Record<string, unknown>): Record<string, string> =>
  values[FILE] instanceof File ? {} : { [FILE]: 'Please select a file first.' };

/** Provider's files, as they are taken. */
export const INVOICE_FILE: FileKinds = {
  name: 'Invoice file',
  a: 'an invoice file',
  ends: ['.csv', '.xlsx', '.zip', '.gz', '.parquet'],
};

interface FileFieldProps<T> {
  formState: FormState<T>;
  kinds: FileKinds;
}

/** The file of a form: a place to drop it on, then its name, and the way to another one. */
export function FileField<T>({ formState, kinds }: FileFieldProps<T>) {
  const { value, error } = useFormField(formState, FILE);
  const { saving } = useFormStatus(formState);
  const [remark, setRemark] = useState<string | null>(null);
  if (!(value instanceof File))
    return (
      <FileChooser
        kinds={kinds}
        // That a file was none of these says more than that none is there.
        remark={remark ?? error}
        onChoose={(file) => {
          setRemark(null);
          formState.set(FILE, file);
        }}
        onRefuse={setRemark}
      />
    );
  return (
    <div>
      <div className={classes.file}>
        <IconFileInvoice size={28} stroke={1.4} aria-hidden />
        <div>
          <Text fw={560} className={classes.fileName}>
            {value.name}
          </Text>
          <Text size="sm" c="dimmed">
            {formatBytes(value.size)}
          </Text>
        </div>
        <Button variant="default" size="xs" disabled={saving} onClick={() => formState.set(FILE, null)}>
          Choose another file
        </Button>
      </div>
      {error && (
        <Input.Error role="alert" mt={6}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
