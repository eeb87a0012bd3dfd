import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RequestCopy } from '#calls/factory.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { useFormValues } from '#web/generic/editing/use-form-state.ts';
import type { Like } from './like.ts';
import { fieldNames, type RequestFormState } from './request-form-state.ts';
import classes from './factory.module.css';

/** The source of a form that begins as a copy, and the values that no longer hold. */
export interface CopyOf {
  like: Like;
  copy: RequestCopy;
}

interface CopyNoteProps {
  copied: CopyOf;
  request: CloudRequest;
  formState: RequestFormState;
}

/**
 * Says what was copied from where, and names every value that could not be, or that has to be looked at; of a template also where
 * the request says otherwise by now.
 */
export function CopyNote({ copied: { like, copy }, request, formState }: CopyNoteProps) {
  const { name, notes, values } = copy;
  const own = [...new Set([request.title, ...request.twins])].map((field) => request.fields[field]?.label);
  const needs = notes.length > 0;
  return (
    <Alert
      color={needs ? 'dawn' : 'sky'}
      variant="light"
      icon={needs ? <IconAlertTriangle aria-hidden /> : <IconCopy aria-hidden />}
      title={titleOf(like, Object.keys(values).length === 0)}
      role="status"
    >
      <Text size="sm">
        {isTemplate(like) ? 'It has what is said in' : 'It is like'}{' '}
        <Anchor component={Link} to={`/auth/view/${like.model}/${like.id}`} size="sm" underline="always">
          {name}
        </Anchor>
        {isTemplate(like)
          ? `. ${own.join(' and ')} ${own.length > 1 ? 'are' : 'is'} its own.`
          : `, but for ${own.join(' and ')}, which are its own.`}
        {needs && ' Please look at this before you submit:'}
      </Text>
      {needs && (
        <ul className={classes.notes}>
          {notes.map(({ field, message }) => (
            <li key={field + message}>{message}</li>
          ))}
        </ul>
      )}
      {isTemplate(like) && <Differing request={request} values={values} formState={formState} />}
    </Alert>
  );
}

const isTemplate = ({ model }: Like): boolean => model === 'request_templates';

function titleOf(like: Like, isEmpty: boolean): string {
  if (isTemplate(like))
    return isEmpty ? 'Nothing of the template could be taken' : 'This request begins from a template';
  return isEmpty ? 'Nothing could be copied' : 'This request begins as a copy';
}

interface DifferingProps {
  request: CloudRequest;
  /** What the template says, by field. */
  values: RequestCopy['values'];
  formState: RequestFormState;
}

/** The fields in which the request says something else than its template, as it stands by now. */
function Differing({ request, values, formState }: DifferingProps) {
  const typed = useFormValues(formState);
  const labels = fieldNames(request).flatMap((name) =>
    Object.hasOwn(values, name) && !isSame(typed[name], values[name])
      ? [request.fields[name]?.label ?? name]
      : [],
  );
  // There is a sentence either way, so that nothing below it moves while somebody types.
  return (
    <Text size="sm">
      {labels.length === 0
        ? 'Everything is as the template says.'
        : `Other than the template: ${labels.join(', ')}.`}
    </Text>
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
