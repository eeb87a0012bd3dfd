import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { usePerson } from '#web/data/use-session.ts';
import { CloudNote } from '#web/generic/clouds/cloud-note.tsx';
import { lastListSearch } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { copyQuery, likeOf, type Like } from './like.ts';
import { MayNotRequest } from './may-not-request.tsx';
import { RequestForm } from './request-form.tsx';
import { templatesQuery } from './start-from-template.tsx';

const LIST = '/auth/view/cloud_deployments';

/** The page with the form of a request, such as /auth/create-aws-account. */
export function RequestPage() {
  const pathname = useLocation({ select: (now) => now.pathname });
  const search = useLocation({ select: (now) => now.searchStr });
  // The address moves on while this page is still shown.
  const [address] = useState(pathname);
  const [shown, setShown] = useState(search);
  if (pathname === address && search !== shown) setShown(search);
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
      {may ? (
        <BegunForm key={shown} request={request} like={likeOf(shown)} />
      ) : (
        <MayNotRequest what={request.label} />
      )}
    </>
  );
}

/** The form as it begins: empty, or as a copy or from a template once it is known of what. */
function BegunForm({ request, like }: { request: CloudRequest; like: Like | null }) {
  return like === null ? <PlainForm request={request} /> : <CopiedForm request={request} like={like} />;
}

function PlainForm({ request }: { request: CloudRequest }) {
  const { data, isPending } = useQuery(templatesQuery(request));
  // Nobody's input is moved by templates that come late.
  if (isPending) return null;
  return <RequestForm request={request} copied={null} offered={data} />;
}

function CopiedForm({ request, like }: { request: CloudRequest; like: Like }) {
  const load = useLoad(copyQuery(like));
  return (
    <Loaded load={load} failed="What the request is to be like could not be loaded">
      {(copy) => (
        // Of what is none of these, nothing can be copied.
        <RequestForm request={request} copied={copy.request === request.name ? { like, copy } : null} />
      )}
    </Loaded>
  );
}
