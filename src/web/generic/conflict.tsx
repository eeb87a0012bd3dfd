import { Alert, Button, Group, Radio, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { NONE_ID } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { recordQuery, type RecordRow } from '#web/data/queries.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatValue } from '#web/ui/format-value.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { LoadingState } from '#web/ui/states.tsx';
import { optionLabel, useChosen } from './inputs/ref-options.ts';
import { useLoad } from './use-load.ts';
import classes from './conflict.module.css';

type Side = 'mine' | 'theirs';

interface ConflictDialogProps {
  resource: Resource;
  /** The record as it was when the person began to change it. */
  base: RecordRow;
  /** What the person wanted to save, by field. */
  mine: Values;
  /** Who changed the record meanwhile, and when; the sentence of the refusal. */
  sentence: string;
  /** The person chose: `payload` is what differs from `current`, which is the record as it is now. */
  onSave: (payload: Values, current: RecordRow) => void;
  /** Nothing of the person's own is kept. */
  onTakeTheirs: (current: RecordRow) => void;
  /** Back to what was typed, with nothing decided. */
  onClose: () => void;
  saving?: boolean;
}

const plain = (value: unknown) => (value === NONE_ID || value === undefined || value === '' ? null : value);
const differ = (a: unknown, b: unknown) => plain(a) !== plain(b);

/**
 * Shown when somebody else changed a record while a person was changing it: both versions, field by field,
 * and the choice between them. What only one of the two changed is chosen already.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { resource, base, sentence, onClose } = props;
  const load = useLoad({
    ...recordQuery(resource.name, base.id),
    // The version of the moment, never one from the cache.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog onClose={onClose} size="xl" title={`This ${resource.noun[0]} was changed meanwhile`}>
      <Stack>
        <Alert color="yellow" variant="light">
          {sentence}
        </Alert>
        <Loaded load={load} height={120}>
          {(current) =>
            current.lock_version === base.lock_version ? (
              <LoadingState height={120} />
            ) : (
              <Choice key={current.lock_version} {...props} current={current} />
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  );
}

function Choice(props: ConflictDialogProps & { current: RecordRow }) {
  const { resource, base, mine, current, saving, onSave, onTakeTheirs, onClose } = props;
  const names = Object.keys(resource.fields).filter(
    (name) => name in mine && differ(mine[name], current[name]),
  );
  const [sides, setSides] = useState<Record<string, Side>>(() =>
    Object.fromEntries(names.map((name) => [name, differ(mine[name], base[name]) ? 'mine' : 'theirs'])),
  );
  const chooseAll = (side: Side) => setSides(Object.fromEntries(names.map((name) => [name, side])));
  const save = useRef<HTMLButtonElement>(null);
  // The dialog was open before the versions came, so its own first focus is past.
  useEffect(() => save.current?.focus(), []);
  const kept = names.filter((name) => sides[name] === 'mine');

  const decide = () => {
    if (kept.length === 0) onTakeTheirs(current);
    else onSave(Object.fromEntries(kept.map((name) => [name, plain(mine[name])])), current);
  };
  if (names.length === 0)
    return (
      <>
        <Text>Both versions say the same by now.</Text>
        <Group justify="flex-end">
          <Button ref={save} onClick={() => onTakeTheirs(current)}>
            Continue
          </Button>
        </Group>
      </>
    );
  return (
    <>
      <Table.ScrollContainer minWidth={460}>
        <Table verticalSpacing="sm" className={classes.versions}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Your version</Table.Th>
              <Table.Th>Their version</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{resource.fields[name]?.label}</Table.Th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <Table.Td key={side} data-chosen={sides[name] === side || undefined}>
                    <Radio
                      name={`version-${name}`}
                      checked={sides[name] === side}
                      onChange={() => setSides((now) => ({ ...now, [name]: side }))}
                      label={
                        <>
                          <VisuallyHidden>
                            {resource.fields[name]?.label},{' '}
                            {side === 'mine' ? 'your version' : 'their version'}:{' '}
                          </VisuallyHidden>
                          <Version
                            resource={resource}
                            name={name}
                            value={side === 'mine' ? mine[name] : current[name]}
                            rows={side === 'mine' ? [base, current] : [current]}
                          />
                        </>
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between">
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => chooseAll('mine')}>
            Keep mine
          </Button>
          <Button variant="default" size="xs" onClick={() => chooseAll('theirs')}>
            Take theirs
          </Button>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={onClose} disabled={saving}>
            Back to editing
          </Button>
          <Button ref={save} onClick={decide} loading={saving}>
            Save this choice
          </Button>
        </Group>
      </Group>
    </>
  );
}

interface VersionProps {
  resource: Resource;
  name: string;
  value: unknown;
  /** Rows that may name the referred record. */
  rows: readonly RecordRow[];
}

/** One value in words; of a reference the name of the record. */
function Version({ resource, name, value, rows }: VersionProps) {
  const field = resource.fields[name];
  if (field?.kind === 'ref') return <ReferenceName name={name} field={field} value={value} rows={rows} />;
  return <>{(field && formatValue(field, plain(value))) || <Empty />}</>;
}

function ReferenceName({
  field,
  name,
  value,
  rows,
}: Omit<VersionProps, 'resource'> & { field: Parameters<typeof useChosen>[0] }) {
  const { option } = useChosen(
    field,
    name,
    value ?? NONE_ID,
    rows.find((row) => row[name] === value) ?? null,
  );
  return <>{option ? optionLabel(option) : <Empty />}</>;
}

function Empty() {
  return (
    <Text span c="dimmed" inherit>
      empty
    </Text>
  );
}
