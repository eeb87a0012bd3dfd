import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { choiceName } from '#kernel/fields/choice.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudProjects } from '#resources/cloud-projects.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { members } from '#resources/members.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { estateQuery, slicesOf, type Estate, type Slice } from './estate.ts';
import { PieFigure, type SliceList } from './pie-figure.tsx';
import classes from './statistics.module.css';

type CountName = { [K in keyof Estate]: Estate[K] extends number ? K : never }[keyof Estate];

interface Card {
  title: string;
  count: CountName;
  /** Which of them are counted. */
  about: string;
  model: string;
  search?: Record<string, string>;
}

/** Accounts that are still there. */
const LIVE = { by_terminated: 'false' };

const CARDS: readonly Card[] = [
  { title: 'Team Members', count: 'member_count', about: 'in all teams', model: members.name },
  {
    title: 'Cloud Accounts',
    count: 'account_count',
    about: 'not terminated',
    model: cloudParents.name,
    search: LIVE,
  },
  {
    title: 'Cost Centers',
    count: 'valid_cost_center_count',
    about: 'active and not expired',
    model: costCenters.name,
    search: { by_validity: 'valid' },
  },
  { title: 'Cloud Projects', count: 'project_count', about: 'in all clouds', model: cloudProjects.name },
];

const cloudName = (key: string): string => choiceName(cloudParents.fields.provider_type, key);
const kindName = (key: string): string => choiceName(cloudDeployments.fields.kind, key);
const itself = (key: string): string => key;

const deploymentsOf = ({ key }: Slice): SliceList | null =>
  key === null ? null : { model: cloudDeployments.name, search: { by_kind: key } };
const accountsOf = ({ key }: Slice): SliceList | null =>
  key === null ? null : { model: cloudParents.name, search: { ...LIVE, by_provider_type: key } };
/** Those without a form, and those in the rest, are no list of their own. */
const projectsOf = ({ key }: Slice): SliceList | null =>
  key === null || key === 'None' ? null : { model: cloudProjects.name, search: { by_cloud_form: key } };

/** The state of the estate at a glance: four counts and three wholes in their parts. */
export function Statistics() {
  const load = useLoad(estateQuery());
  if (load.is === 'failed')
    return <ErrorState error={load.error} title="The statistics could not be counted" onRetry={load.retry} />;
  const estate = dataOf(load);
  return (
    <div aria-busy={!estate}>
      <div className={classes.cards}>
        {CARDS.map((card) => (
          <CountCard key={card.title} card={card} count={estate?.[card.count]} />
        ))}
      </div>
      {estate ? <Figures estate={estate} /> : <PendingFigures />}
    </div>
  );
}

function CountCard({ card, count }: { card: Card; count: number | undefined }) {
  const { title, about, model, search } = card;
  return (
    <section className={classes.card}>
      <h3 className={classes.name}>{title}</h3>
      {count === undefined ? (
        <Skeleton className={classes.pending} />
      ) : (
        <p className={classes.count}>{grouped(count)}</p>
      )}
      <p className={classes.about}>{about}</p>
      <Link
        to="/auth/$action/$model"
        params={{ action: 'view', model }}
        search={(search ?? {}) as never}
        className={classes.link}
      >
        View Details
        <VisuallyHidden> of {title}</VisuallyHidden>
        <IconArrowRight size={16} aria-hidden />
      </Link>
    </section>
  );
}

function Figures({ estate }: { estate: Estate }) {
  const deployments = useMemo(() => slicesOf(estate.cloud_deployments_count, kindName), [estate]);
  const providers = useMemo(() => slicesOf(estate.cloud_provider_count, cloudName), [estate]);
  const types = useMemo(() => slicesOf(estate.cloud_form_count, itself), [estate]);
  return (
    <div className={classes.figures}>
      <PieFigure
        title="Cloud Deployments"
        what="deployments"
        slices={deployments}
        nothing="Nothing has been deployed yet."
        listOf={deploymentsOf}
      />
      <PieFigure
        title="Cloud Providers"
        what="accounts"
        slices={providers}
        nothing="There is no account yet."
        listOf={accountsOf}
      />
      <PieFigure
        title="Cloud Types"
        what="projects"
        slices={types}
        nothing="There is no cloud project yet."
        listOf={projectsOf}
      />
    </div>
  );
}

const PendingFigures = () => (
  <div className={classes.figures}>
    {['deployments', 'providers', 'types'].map((name) => (
      <Skeleton key={name} className={classes.pendingFigure} />
    ))}
  </div>
);
