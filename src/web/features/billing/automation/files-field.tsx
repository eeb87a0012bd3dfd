import { Button, Input, Text } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { FileChooser, type FileKinds } from '#web/generic/csv-import/file-chooser.tsx';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { formatBytes } from '#web/ui/bytes.ts';
import classes from '../forms.module.css';

/** The name of the field of a form for the files of one bill. */
export const FILES = 'file';

/** The files of a form. */
export const filesOf = (values: Readonly<Record<string, unknown>>): File[] => {
  const given = values[FILES];
  return Array.isArray(given) ? given.filter((file) => file instanceof File) : [];
};

/** Files in a form: they are kept by no browser, and only the same ones are the same. */
export const filesField = {
  label: 'Files',
  kept: false,
  same: (one: unknown, other: unknown) => one === other,
};

/** The message where no file is chosen. */
export const filesProblems = (values: Record<string, unknown>): Record<string, string> =>
  filesOf(values).length > 0 ? {} : { [FILES]: 'Please select a file first.' };

/** A bill in one file or in the parts of an export, with the manifest that lists these. */
export const INVOICE_FILES: FileKinds = {
  name: 'Invoice files',
  a: 'the files of one invoice',
  ends: ['.csv', '.xlsx', '.zip', '.gz', '.parquet', '.json'],
  several: true,
};

/** The files of one bill: a place to drop them on, then their names, and the way to others. */
export function FilesField<T>({ formState }: { formState: FormState<T> }) {
  const { value, error } = useFormField(formState, FILES);
  const { saving } = useFormStatus(formState);
  const [remark, setRemark] = useState<string | null>(null);
  const files = filesOf({ [FILES]: value });
  if (files.length === 0)
    return (
      <FileChooser
        kinds={INVOICE_FILES}
        remark={remark ?? error}
        onChoose={(file, others) => {
          setRemark(null);
          formState.set(FILES, [file, ...others]);
        }}
        onRefuse={setRemark}
      />
    );
  return (
    <div>
      <div className={classes.file}>
        <IconFileInvoice size={28} stroke={1.4} aria-hidden />
        <ul className={classes.files} aria-label="Chosen files">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <Text fw={560} className={classes.fileName}>
                {file.name}
              </Text>
              <Text size="sm" c="dimmed">
                {formatBytes(file.size)}
              </Text>
            </li>
          ))}
        </ul>
        <Button variant="default" size="xs" disabled={saving} onClick={() => formState.set(FILES, null)}>
          {files.length > 1 ? 'Choose other files' : 'Choose another file'}
        </Button>
      </div>
      {files.length > 1 && (
        <Text size="sm" c="dimmed" mt={6}>
          {files.length} files are taken as the parts of one bill.
        </Text>
      )}
      {error && (
        <Input.Error role="alert" mt={6}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
