import { Alert, Button, Radio, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { inputField } from '#kernel/system-fields.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { webKindOf } from '../kinds/kinds.ts';
import { plain } from './merge.ts';
import type { RecordFormState } from './model-form-state.ts';
import type { Conflict, Result } from './form-state-types.ts';
import { useFormStatus, useFormValues } from './use-form-state.ts';
import classes from './conflict-dialog.module.css';

type Side = 'mine' | 'theirs';

interface ConflictDialogProps {
  resource: Resource;
  formState: RecordFormState;
  /** The person chose, and this became of it. */
  onDone: (result: Result<RecordRow>) => void;
}

/**
 * Shown when somebody else changed fields of a record that the person was changing too: for each of them the
 * original and both versions, and the choice between these. What only one side changed is merged already.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { resource, formState } = props;
  const { conflict } = useFormStatus(formState);
  if (!conflict) return null;
  return (
    <Dialog
      onClose={formState.leaveConflict}
      size="xl"
      centered
      title={`This ${resource.noun[0]} was changed meanwhile`}
    >
      <Choice key={conflict.current.lock_version} {...props} conflict={conflict} />
    </Dialog>
  );
}

const labelsOf = (resource: Resource, names: readonly string[]) =>
  names.map((name) => inputField(resource, name)?.label ?? name).join(', ');

function Choice({ resource, formState, onDone, conflict }: ConflictDialogProps & { conflict: Conflict }) {
  const { by, at, contested, adopted, current } = conflict;
  const { record } = useFormStatus(formState);
  const mine = useFormValues(formState);
  const all = (side: Side) => Object.fromEntries(contested.map((name) => [name, side]));
  const [sides, setSides] = useState<Record<string, Side>>(() => all('mine'));
  const rows = record ? [record, current] : [current];
  return (
    <>
      <Stack>
        <Alert color="yellow" variant="light">
          {by?.name ?? by?.email ?? 'Somebody'} changed it on {formatMoment(at)}, after you began. Choose for
          each field that you both changed.
          {adopted.length > 0 &&
            ` What you did not change stays as it is by now: ${labelsOf(resource, adopted)}.`}
        </Alert>
        <div className={classes.versions}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Original</Table.Th>
                <Table.Th>Their version</Table.Th>
                <Table.Th>Your version</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {contested.map((name, place) => (
                <ContestedField
                  key={name}
                  resource={resource}
                  name={name}
                  original={conflict.original[name]}
                  versions={{ mine: mine[name], theirs: conflict.theirs[name] }}
                  rows={rows}
                  chosen={sides[name]}
                  takesFocus={place === 0}
                  onChoose={(side) => setSides((now) => ({ ...now, [name]: side }))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Stack>
      <DialogButtons
        before={
          <>
            <Button variant="default" size="xs" onClick={() => setSides(all('theirs'))}>
              Take theirs
            </Button>
            <Button variant="default" size="xs" onClick={() => setSides(all('mine'))}>
              Keep mine
            </Button>
          </>
        }
      >
        <Button variant="default" onClick={formState.leaveConflict}>
          Back to editing
        </Button>
        <Button onClick={() => void formState.resolve(sides).then(onDone)}>Save this choice</Button>
      </DialogButtons>
    </>
  );
}

interface ContestedFieldProps extends Pick<VersionProps, 'resource' | 'name' | 'rows'> {
  original: unknown;
  versions: Readonly<Record<Side, unknown>>;
  chosen: Side | undefined;
  takesFocus: boolean;
  onChoose: (side: Side) => void;
}

/** A field that both changed: its original, and the choice between the versions. */
function ContestedField(props: ContestedFieldProps) {
  const { resource, name, original, versions, rows, chosen, takesFocus, onChoose } = props;
  const label = labelsOf(resource, [name]);
  const version = (value: unknown) => <Version {...{ resource, name, value, rows }} />;
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td>
        <SideLabel of="Original" />
        {version(original)}
      </Table.Td>
      {(['theirs', 'mine'] as const).map((side) => (
        <Table.Td key={side} data-chosen={chosen === side || undefined}>
          <SideLabel of={side === 'mine' ? 'Your version' : 'Their version'} />
          <Radio
            name={`version-${name}`}
            checked={chosen === side}
            // The choice, not the button: Enter decides nothing by itself.
            data-autofocus={(takesFocus && side === 'mine') || undefined}
            onChange={() => onChoose(side)}
            label={
              <>
                <VisuallyHidden>
                  {label}, {side === 'mine' ? 'your version' : 'their version'}:{' '}
                </VisuallyHidden>
                {version(versions[side])}
              </>
            }
          />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** The label of a value, where no head of a column says it. */
function SideLabel({ of }: { of: string }) {
  return (
    <span className={classes.side} aria-hidden>
      {of}
    </span>
  );
}

interface VersionProps {
  resource: Resource;
  name: string;
  value: unknown;
  /** Rows that may name the referred record. */
  rows: readonly RecordRow[];
}

/** One value in words. */
function Version({ resource, name, value, rows }: VersionProps) {
  const field = inputField(resource, name);
  if (!field) return <Empty />;
  const { Words } = webKindOf(field);
  const row = rows.find((one) => one[name] === value) ?? null;
  return <Words field={field} name={name} value={plain(value)} row={row} none={<Empty />} />;
}

function Empty() {
  return (
    <Text span c="dimmed" inherit>
      empty
    </Text>
  );
}
