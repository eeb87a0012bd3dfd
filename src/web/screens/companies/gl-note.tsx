import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Values } from '#kernel/input.ts';
import { companies } from '#resources/companies.ts';
import { BY_HAND, kept } from './gl-accounts.ts';

interface GlNoteProps {
  values: Values;
  set: (name: string, value: unknown) => void;
}

/** Tells which accounts keep what was typed although the code implies others, and offers those. */
export function GlNote({ values, set }: GlNoteProps) {
  const differing = kept(values);
  if (differing.length === 0) return null;
  const takeImplied = () => {
    for (const { name, implied } of differing) set(name, implied);
    set(BY_HAND, '');
  };
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
