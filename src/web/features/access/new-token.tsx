import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useMemo } from 'react';
import { highestRole, type Role } from '#kernel/rights.ts';
import { newToken } from '#resources/new-token.ts';
import { usePerson } from '#web/data/use-session.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { makeToken } from './access.ts';
import classes from './access.module.css';

/** Asks for a new API token, makes it, and shows it this once. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const person = usePerson();
  const most = highestRole((person?.roles ?? []) as Role[]) ?? 'viewer';
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: 'New API Token',
      text: () => 'It acts as you, within its role, and never beyond what you may do yourself.',
      fields: newToken.fieldsFor(most),
      submit: 'Make Token',
      failed: 'The token could not be made.',
      run: async ({ values }) => ({ notice: null, result: <ShownOnce token={await makeToken(values)} /> }),
    }),
    [most],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}

/** A token, with the way to take it along; nothing shows it again. */
function ShownOnce({ token }: { token: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 4000 });
  return (
    <Stack gap="md">
      <Alert color="blue" variant="light" icon={<IconKey aria-hidden />} title="Copy the token now">
        It is not shown again. Keep it where secrets are kept: whoever has it can act as you.
      </Alert>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label="API token"
          readOnly
          flex={1}
          value={token}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: classes.token }}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => copy(token)}
        >
          Copy
        </Button>
      </Group>
      <Text size="sm" c="dimmed" component="output" mih={22}>
        {copied && 'The token has been copied.'}
        {error && 'The browser does not let it be copied here: select it, and copy it yourself.'}
      </Text>
      <Text size="sm">
        Send it with each call: <code className={classes.code}>Authorization: Bearer {'<token>'}</code>
      </Text>
    </Stack>
  );
}
