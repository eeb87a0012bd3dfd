import { Button, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { recordQuery, type RecordRow } from '#web/data/queries.ts';
import { PageHeader, type Crumb } from '#web/ui/pages/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/pages/states.tsx';
import { isGone } from '#web/data/client.ts';
import type { Resource } from '#kernel/resource.ts';
import { useForms } from '../editing/use-begin-anew.ts';
import { lastListSearch } from '../list-state.ts';
import type { RecordScreenProps, ScreenProps } from '../screen.ts';
import { useMay } from '../use-may.ts';
import type { FormCustom } from './form-custom.ts';
import { ResourceForm } from './resource-form.tsx';

function crumbsOf({ resource }: ScreenProps): Crumb[] {
  const to = `/auth/view/${resource.name}`;
  return [{ label: resource.headings?.view ?? resource.label[1], to, search: lastListSearch(to) }];
}

/** /auth/create/{model}: the form for a new record. */
export function CreateFormScreen(props: ScreenProps & { custom?: FormCustom }) {
  const custom = props.custom ?? { heading: `Add New ${props.resource.label[0]}` };
  const may = useMay(props.resource);
  const [form, beginAnew] = useForms();
  return (
    <>
      <PageHeader title={custom.heading} crumbs={crumbsOf(props)} />
      {may.create ? (
        <ResourceForm
          key={form}
          {...props}
          custom={custom}
          mode="create"
          record={null}
          onBeginAnew={beginAnew}
        />
      ) : (
        <MayNot resource={props.resource} action="create" />
      )}
    </>
  );
}

/** /auth/edit/{model}/{id}: the form for a record, for who may change it. */
export function EditFormScreen(props: RecordScreenProps & { custom?: FormCustom }) {
  const custom = props.custom ?? { heading: `Edit ${props.resource.label[0]}` };
  const may = useMay(props.resource);
  const [form, beginAnew] = useForms();
  return (
    <>
      <PageHeader title={custom.heading} crumbs={crumbsOf(props)} />
      {may.update ? (
        <EditForm key={form} {...props} custom={custom} onBeginAnew={beginAnew} />
      ) : (
        <MayNot resource={props.resource} action="update" />
      )}
    </>
  );
}

/** The form, filled from a fresh copy of the record. */
function EditForm(props: RecordScreenProps & { custom: FormCustom; onBeginAnew: () => void }) {
  const { resource, id } = props;
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...recordQuery(resource.name, id),
    refetchOnMount: 'always',
    // The form holds the copy it began with; a newer one shows itself when saving.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // The form begins with a fresh copy and stays with it: what is fetched later, or fails to be, moves nothing.
  const [record, setRecord] = useState<RecordRow | null>(null);
  if (!record && data && isFetchedAfterMount && !error) setRecord(data);
  return (
    <>
      {record ? (
        <ResourceForm {...props} mode="update" record={record} />
      ) : isGone(error) ? (
        <EmptyState
          title={error?.message ?? ''}
          action={
            <Button component={Link} to={`/auth/view/${resource.name}`} variant="default">
              To the list
            </Button>
          }
        >
          It may have been deleted meanwhile.
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

const WORDS = { create: 'add', update: 'change', delete: 'delete' } as const;

interface MayNotProps {
  resource: Resource;
  action: keyof typeof WORDS;
}

/** In place of a form, for who came to its address without the right to what it does. */
function MayNot({ resource, action }: MayNotProps) {
  return (
    <EmptyState
      title={`You may not ${WORDS[action]} ${resource.noun[1]}`}
      action={
        <Button component={Link} to={`/auth/view/${resource.name}`} variant="default">
          To the list
        </Button>
      }
    >
      Your role lets you read them. Who administers the portal can give you another one.{' '}
      <Anchor component={Link} to="/auth/roles" underline="always">
        Who may do what
      </Anchor>
    </EmptyState>
  );
}
