import { Table } from '@mantine/core';
import type { Field } from '#kernel/fields/kinds.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { formatValue } from '#web/ui/format-value.ts';
import type { RecordRoom } from '../editing/model-room.ts';
import { useRoomState, useRoomValues } from '../editing/use-room.ts';
import { payloadOf } from '../editing/values.ts';
import { optionLabel, useChosen } from '../inputs/ref-options.ts';
import { formFields, type FormMode } from './form-fields.ts';
import classes from './form.module.css';

interface ChangeSummaryProps {
  resource: Resource;
  mode: FormMode;
  room: RecordRoom;
}

/** What is about to be saved, in words: every value of a new record, the changes of an old one. */
export function ChangeSummary({ resource, mode, room }: ChangeSummaryProps) {
  const { record } = useRoomState(room);
  const payload = payloadOf(useRoomValues(room));
  const names = formFields(resource, mode).filter((name) => {
    const field = resource.fields[name];
    // A reference that is typed as text names its record by what is shown.
    const typed = field?.kind === 'ref' && typeof payload[name] === 'string' ? field.as : name;
    return (payload[name] ?? '') !== (record?.[typed] ?? '');
  });
  if (names.length === 0) return null;
  return (
    <Table className={classes.summary} verticalSpacing={4} withRowBorders={false}>
      <Table.Tbody>
        {names.map((name) => {
          const field = resource.fields[name];
          if (!field) return null;
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">{field.label}</Table.Th>
              <Table.Td>
                {record && (
                  <>
                    <s className={classes.before}>
                      <ValueWords field={field} name={name} value={record[name]} row={record} />
                    </s>
                    <span aria-hidden> → </span>
                  </>
                )}
                <ValueWords field={field} name={name} value={payload[name]} row={record} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

interface ValueWordsProps<F extends Field = Field> {
  field: F;
  name: string;
  value: unknown;
  row: Values | null;
}

function ValueWords({ field, ...rest }: ValueWordsProps) {
  if (field.kind === 'ref') return <ReferenceWords field={field} {...rest} />;
  return <>{formatValue(field, rest.value) || 'None'}</>;
}

function ReferenceWords({ field, name, value, row }: ValueWordsProps<RefField>) {
  const { option } = useChosen(field, name, value, row);
  if (typeof value === 'string') return <>{value}</>;
  return <>{option ? optionLabel(option) : 'None'}</>;
}
