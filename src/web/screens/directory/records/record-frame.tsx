import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { recordQuery, type RecordRow } from '#web/data/queries.ts';
import { Comments } from '#web/generic/comments/comments.tsx';
import { lastListSearch } from '#web/generic/list-state.ts';
import { recordTitle } from '#web/generic/record-title.ts';
import { GoneRecord } from '#web/generic/record/gone-record.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { isGone } from '#web/data/client.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { RefreshButton, Snapshot } from '../snapshot.tsx';

interface RecordFrameProps extends Pick<RecordScreenProps, 'resource' | 'id'> {
  /** The list that the record is one of, where that is not the list of the model. */
  listOf?: (record: RecordRow) => { label: string; to: string };
  /** The most important facts, beside its name. */
  marks?: (record: RecordRow) => ReactNode;
  description?: (record: RecordRow) => ReactNode;
  actions?: (record: RecordRow) => ReactNode;
  children: (record: RecordRow) => ReactNode;
}

/** A record of the directory: what it is called, how old what is shown is, and its parts. */
export function RecordFrame(props: RecordFrameProps) {
  const { resource, id, listOf, marks, description, actions, children } = props;
  const load = useLoad(recordQuery(resource.name, id));
  const record = dataOf(load);
  const list = (record && listOf?.(record)) ?? {
    label: resource.label[1],
    to: `/auth/view/${resource.name}`,
  };
  const crumbs = [{ ...list, search: lastListSearch(list.to) }];
  if (load.is === 'failed' && isGone(load.error))
    return <GoneRecord resource={resource} id={id} crumbs={crumbs} />;
  return (
    <>
      <PageHeader
        title={record ? recordTitle(resource, record) : `${resource.label[0]} ${id}`}
        crumbs={crumbs}
        badge={
          <>
            {record && marks?.(record)}
            <Snapshot />
          </>
        }
        description={record && (description?.(record) ?? resource.label[0])}
        actions={
          <>
            {record && actions?.(record)}
            <RefreshButton />
          </>
        }
      />
      <Loaded load={load} failed={`The ${resource.noun[0]} could not be loaded`}>
        {(shown) => (
          <>
            {children(shown)}
            <Box mt={20}>
              <Comments model={resource.name} id={id} />
            </Box>
          </>
        )}
      </Loaded>
    </>
  );
}
