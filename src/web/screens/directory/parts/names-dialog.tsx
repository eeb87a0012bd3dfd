import { Text, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { grouped } from '#kernel/written.ts';
import { Scrolled } from './scrolled.tsx';
import classes from '../directory.module.css';

interface NamesDialogProps {
  title: string;
  names: readonly string[];
  onClose: () => void;
}

/** From so many on they are searched. */
const MANY = 12;
/** More are found by typing. */
const MOST = 500;

/** All names of a list. */
export function NamesDialog({ title, names, onClose }: NamesDialogProps) {
  const [text, setText] = useState('');
  const sought = useDeferredValue(text.trim().toLowerCase());
  const found = names.filter((name) => name.toLowerCase().includes(sought));
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      {names.length > MANY && (
        <TextInput
          type="search"
          aria-label="Search"
          placeholder="Search"
          mb="sm"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {sought === '' ? grouped(names.length) : `${grouped(found.length)} of ${grouped(names.length)}`}
      </Text>
      <Scrolled label={title} most="60vh">
        <ul className={classes.allNames}>
          {found.slice(0, MOST).map((name, at) => (
            <li key={`${at} ${name}`}>{name}</li>
          ))}
        </ul>
      </Scrolled>
      {found.length > MOST && (
        <Text size="sm" c="dimmed" mt="xs">
          {grouped(found.length - MOST)} more. Search for those that you mean.
        </Text>
      )}
    </Dialog>
  );
}
