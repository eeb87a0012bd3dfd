import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './shown-once.module.css';

interface ShownOnceProps {
  /** Its name: 'API token'. */
  label: string;
  secret: string;
  /** The rights of its holder, as a sentence. */
  warning: string;
  /** How it is used. */
  children: ReactNode;
}

/** A credential, with the way to take it along; nothing shows it again. */
export function ShownOnce({ label, secret, warning, children }: ShownOnceProps) {
  const { copy, copied, error } = useClipboard({ timeout: 4000 });
  const word = label.split(' ').at(-1);
  return (
    <Stack gap="md">
      <Alert color="blue" variant="light" icon={<IconKey aria-hidden />} title={`Copy the ${word} now`}>
        It is not shown again. {warning}
      </Alert>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={label}
          readOnly
          flex={1}
          value={secret}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: classes.secret }}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => copy(secret)}
        >
          Copy
        </Button>
      </Group>
      <Text size="sm" c="dimmed" component="output" mih={22}>
        {copied && `The ${word} has been copied.`}
        {error && 'The browser does not let it be copied here: select it, and copy it yourself.'}
      </Text>
      <Text size="sm">{children}</Text>
    </Stack>
  );
}
