import { Anchor } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { usePerson } from '#web/data/use-session.ts';
import { CloudNote } from '#web/generic/clouds/cloud-note.tsx';
import { lastListSearch } from '#web/generic/list-state.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { RequestForm } from './request-form.tsx';

const LIST = '/auth/view/cloud_deployments';

/** The page with the form of a request, such as /auth/create-aws-account. */
export function RequestPage() {
  // The address moves on while this page still stands.
  const [address] = useState(useLocation({ select: ({ pathname }) => pathname }));
  const may = usePerson()?.rights.operate ?? false;
  const request = cloudRequests.find(({ page }) => address.startsWith(page));
  if (!request) return null;
  return (
    <>
      <PageHeader
        title={request.action}
        crumbs={[{ label: 'Deployments', to: LIST, search: lastListSearch(LIST) }]}
        badge={<CloudNote cloud={request.cloud} />}
      />
      {may ? <RequestForm request={request} /> : <MayNotRequest what={request.label} />}
    </>
  );
}

/** In place of the form, for who came to its address without the right to send it. */
const MayNotRequest = ({ what }: { what: string }) => (
  <EmptyState title={`You may not request a new ${what}`}>
    Operators do. Who administers the portal can give you another role.{' '}
    <Anchor component={Link} to="/auth/roles" underline="always">
      Who may do what
    </Anchor>
  </EmptyState>
);
