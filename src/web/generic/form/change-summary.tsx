import { Table } from '@mantine/core';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordFormState } from '../editing/model-form-state.ts';
import { useFormStatus, useFormValues } from '../editing/use-form-state.ts';
import { payloadOf, sameValues } from '../editing/values.ts';
import type { ShownProps } from '../kinds/kind.ts';
import { webKindOf } from '../kinds/kinds.ts';
import { formFields, type FormMode } from './form-fields.ts';
import classes from './form.module.css';

interface ChangeSummaryProps {
  resource: Resource;
  mode: FormMode;
  formState: RecordFormState;
}

/** The values to be saved, in words: every value of a new record, the changes of an old one. */
export function ChangeSummary({ resource, mode, formState }: ChangeSummaryProps) {
  const { record } = useFormStatus(formState);
  const payload = payloadOf(useFormValues(formState));
  const names = formFields(resource, mode).filter((name) => {
    const field = resource.fields[name];
    // A reference that is typed as text names its record by what is shown.
    const typed = typeof payload[name] === 'string' ? (asReference(field)?.as ?? name) : name;
    return field !== undefined && !sameValues(field, payload[name], record?.[typed]);
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
                {record && !kindOf(field).hidden && (
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

function ValueWords({ field, ...rest }: Omit<ShownProps, 'none'>) {
  const { Words } = webKindOf(field);
  return <Words field={field} {...rest} none="None" />;
}
