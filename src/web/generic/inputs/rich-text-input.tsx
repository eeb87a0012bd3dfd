import { Button, Input, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { plainText, type RichTextField } from '#kernel/fields/rich-text.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { late, lateDialog } from '#web/ui/pages/late.tsx';
import { HINT_BELOW, inputBasics, textOf, type InputProps } from './input-props.ts';
import classes from './rich-text.module.css';

/** The editor is larger than all other inputs together; it comes with the first formatted text that is edited. */
const Editor = late(() => import('./rich-text-editor.tsx'));

/** No form needs it. */
const Dialog = lateDialog(
  async () => ({ default: (await import('#web/ui/dialogs/dialog.tsx')).Dialog }),
  ({ onClose }) => onClose(),
);

/** Formatted text: the editor in a form, a button to it in a row, where it would have no room. */
export function RichTextInput(props: InputProps<RichTextField>) {
  return props.look === 'form' ? <FormEditor {...props} /> : <RowButton {...props} />;
}

interface EditorProps extends InputProps<RichTextField> {
  /** It is what a dialog was opened for. */
  begins?: boolean;
}

function FormEditor({ begins = false, ...props }: EditorProps) {
  const { name, field, value, onChange, locked, disabled } = props;
  const { label, description, error, withAsterisk } = { withAsterisk: false, ...inputBasics(props) } as {
    label: string;
    description: string | undefined;
    error: string | undefined;
    withAsterisk: boolean;
  };
  const id = useId();
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      inputWrapperOrder={HINT_BELOW}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
    >
      <Suspense fallback={<Skeleton height={field.height + 44} className={classes.awaited} />}>
        <Editor
          name={name}
          label={label}
          html={textOf(value)}
          height={field.height}
          onChange={onChange}
          locked={locked === true || disabled === true}
          required={withAsterisk}
          invalid={Boolean(error)}
          takesFocus={begins}
          describedBy={error ? `${id}-error` : description ? `${id}-description` : undefined}
        />
      </Suspense>
    </Input.Wrapper>
  );
}

function RowButton(props: InputProps<RichTextField>) {
  const { field, value, error, locked, disabled } = props;
  const [open, setOpen] = useState(false);
  const words = plainText(textOf(value));
  return (
    <Input.Wrapper error={error || undefined}>
      <Button
        size="xs"
        variant="default"
        fullWidth
        justify="space-between"
        rightSection={<IconPencil size={14} aria-hidden />}
        aria-label={`Edit ${field.label}: ${words || 'Empty'}`}
        aria-haspopup="dialog"
        disabled={locked || disabled}
        classNames={{ label: classes.words }}
        onClick={() => setOpen(true)}
      >
        {words || 'Empty'}
      </Button>
      <Suspense>
        {open && (
          <Dialog title={field.label} size="xl" onClose={() => setOpen(false)}>
            <FormEditor {...props} look="form" begins />
            <DialogButtons>
              <Button onClick={() => setOpen(false)}>Done</Button>
            </DialogButtons>
          </Dialog>
        )}
      </Suspense>
    </Input.Wrapper>
  );
}
