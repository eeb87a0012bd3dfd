import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { companies } from '#resources/companies.ts';
import type { RecordFormState } from '#web/generic/editing/model-form-state.ts';
import { useFormValues } from '#web/generic/editing/use-form-state.ts';
import { kept } from './gl-accounts.ts';

/** Shows which accounts keep their typed value although the code implies others, and offers those. */
export function GlNote({ formState }: { formState: RecordFormState }) {
  const values = useFormValues(formState);
  const differing = kept(values, formState.byHand());
  if (differing.length === 0) return null;
  const takeImplied = () => formState.release(differing.map(({ name }) => name));
  return (
    <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} role="status">
      <Text size="sm">What was filled in by hand stays. Code {String(values.code)} implies:</Text>
      <List size="sm" my="xs">
        {differing.map(({ name, implied }) => (
          <List.Item key={name}>
            {companies.fields[name].label} {implied}
          </List.Item>
        ))}
      </List>
      <Group>
        <Button size="compact-sm" variant="default" onClick={takeImplied}>
          Use these
        </Button>
      </Group>
    </Alert>
  );
}
