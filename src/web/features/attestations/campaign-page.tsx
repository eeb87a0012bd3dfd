import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { AttestationInFull } from '#calls/attestation.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { StateBadge } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { campaignInWords, campaignQuery, campaignState, HERE, leftOutInWords } from './attestations.ts';
import classes from './attestations.module.css';
import type { CampaignAct } from './campaign-dialogs.tsx';
import { ItemsPart } from './items-part.tsx';
import { AnswersChart } from './progress.tsx';

const CampaignDialog = lateDialog(
  () => import('./campaign-dialogs.tsx'),
  ({ onClose }) => onClose(),
);

/** /auth/attestations/<id>: how far a campaign is, its answers, and what can be done about them. */
export function CampaignPage() {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = String(params['id'] ?? '');
  const load = useLoad(campaignQuery(id));
  const campaign = dataOf(load);
  const [act, setAct] = useState<CampaignAct | null>(null);
  const button = (name: CampaignAct, words: string) => (
    <Button variant="default" onClick={() => setAct(name)}>
      {words}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={campaign?.name ?? 'Campaign'}
        crumbs={[{ label: 'Attestations', to: HERE }]}
        badge={campaign && <StateBadge {...campaignState(campaign)} />}
        description={campaign && campaignInWords(campaign)}
        actions={
          campaign?.state === 'open' && (
            <>
              {button('remind', 'Remind Now')}
              {button('extend', 'Change Last Day')}
              {button('close', 'Close Early')}
            </>
          )
        }
      />
      <Loaded load={load} failed="The campaign could not be loaded" height={320}>
        {(whole) => (
          <div className={classes.parts}>
            <Card title="Answers">
              <AnswersChart {...whole} />
            </Card>
            <ItemsPart campaign={whole} />
            <Happened campaign={whole} />
          </div>
        )}
      </Loaded>
      <Suspense>
        {campaign && act && <CampaignDialog campaign={campaign} act={act} onClose={() => setAct(null)} />}
      </Suspense>
    </>
  );
}

/** What happened to a campaign, and what has no recipient. */
function Happened({ campaign: { events, left_out: left } }: { campaign: AttestationInFull }) {
  return (
    <>
      <Card title="What happened">
        <ul className={classes.events} aria-label="What happened">
          {events.map(({ id, at, by, what }) => (
            <li key={id}>
              {what}
              <span className={classes.soft}>
                {formatMoment(at)} · {by === 'clock' ? 'By itself' : by}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {left.length > 0 && (
        <Card title="Left out">
          <ul className={classes.left} aria-label="Left out">
            {left.map((one) => (
              <li key={`${one.owner} ${one.why}`}>{leftOutInWords(one)}</li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
