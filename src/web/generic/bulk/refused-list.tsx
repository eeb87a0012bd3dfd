import { Alert, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import type { ApiError } from '#web/data/client.ts';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { failureWords } from '../failure-words.ts';
import { refusedRecords } from './bulk-calls.ts';
import classes from './bulk.module.css';

interface RefusedListProps {
  resource: Resource;
  error: ApiError;
  /** The sentence where the whole request failed. */
  sentence: string;
  onFollow: () => void;
}

/** Why nothing was changed: every record that refused with its reason, each with the way to it. */
export function RefusedList({ resource, error, sentence, onFollow }: RefusedListProps) {
  const records = refusedRecords(error);
  if (records.length === 0)
    return <FailureNote outcome={failureWords(error, { sentence, resource })} onFollow={onFollow} mt="md" />;
  return (
    <Alert color="red" variant="light" role="alert" title={error.message} mt="md">
      <ul className={classes.refused}>
        {records.map(({ id, name, error: reason }) => (
          <li key={id}>
            <Link
              to="/auth/$action/$model/$modelId"
              params={{ action: 'view', model: resource.name, modelId: String(id) }}
              onClick={onFollow}
              className={classes.link}
            >
              {name}
            </Link>
            <Text size="sm">{reason}</Text>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
