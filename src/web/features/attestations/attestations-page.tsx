import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Attestation } from '#calls/attestation.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { campaignInWords, campaignsQuery, campaignState, HERE } from './attestations.ts';
import { AnswersChart } from './progress.tsx';

const BeginDialogs = lateDialog(
  () => import('./begin-dialogs.tsx'),
  ({ onClose }) => onClose(),
);

/** /auth/attestations: the campaigns that ask owners to confirm what is theirs, each with how far it is. */
export function AttestationsPage() {
  const load = useLoad(campaignsQuery());
  const [begins, setBegins] = useState(false);
  return (
    <>
      <PageHeader
        title="Attestations"
        description="Owners confirm, hand over or give up what is theirs."
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setBegins(true)}>
            New Campaign
          </Button>
        }
      />
      <Loaded load={load} failed="The campaigns could not be loaded">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No campaign yet">
              Begin one, and each owner is asked by mail whether what is in their name is still theirs.
            </EmptyState>
          ) : (
            <Entries label="Campaigns" page={1} pages={1} onPage={() => undefined}>
              {data.map((campaign) => (
                <CampaignEntry key={campaign.id} campaign={campaign} />
              ))}
            </Entries>
          )
        }
      </Loaded>
      <Suspense>{begins && <BeginDialogs onClose={() => setBegins(false)} />}</Suspense>
    </>
  );
}

function CampaignEntry({ campaign }: { campaign: Attestation }) {
  const navigate = useNavigate();
  const { id, name, problem, to_review: review } = campaign;
  return (
    <Entry
      title={name}
      onOpen={() => void navigate({ to: `${HERE}/$id`, params: { id: String(id) } } as never)}
      details={[
        campaignInWords(campaign),
        ...(review > 0
          ? [`${review} ${review === 1 ? 'answer waits' : 'answers wait'} to be dealt with`]
          : []),
      ]}
      trouble={
        problem === null
          ? null
          : { text: problem, next: 'See its job; it can be tried again.', isFinal: true }
      }
      state={campaignState(campaign)}
    >
      <AnswersChart {...campaign} />
    </Entry>
  );
}
