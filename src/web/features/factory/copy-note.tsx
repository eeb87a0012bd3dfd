import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RequestCopy } from '#calls/factory.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Like } from './like.ts';
import classes from './factory.module.css';

/** The source of a form that begins as a copy, and the values that no longer hold. */
export interface CopyOf {
  like: Like;
  copy: RequestCopy;
}

/** Says what was copied from where, and names every value that could not be, or that has to be looked at. */
export function CopyNote({ copied: { like, copy }, request }: { copied: CopyOf; request: CloudRequest }) {
  const { name, notes, values } = copy;
  const own = [...new Set([request.title, ...request.twins])].map((field) => request.fields[field]?.label);
  const needs = notes.length > 0;
  return (
    <Alert
      color={needs ? 'dawn' : 'sky'}
      variant="light"
      icon={needs ? <IconAlertTriangle aria-hidden /> : <IconCopy aria-hidden />}
      title={Object.keys(values).length === 0 ? 'Nothing could be copied' : 'This request begins as a copy'}
      role="status"
    >
      <Text size="sm">
        It is like{' '}
        <Anchor component={Link} to={`/auth/view/${like.model}/${like.id}`} size="sm" underline="always">
          {name}
        </Anchor>
        , but for {own.join(' and ')}, which are its own.
        {needs && ' Please look at this before you submit:'}
      </Text>
      {needs && (
        <ul className={classes.notes}>
          {notes.map(({ field, message }) => (
            <li key={field + message}>{message}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
