import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle, IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import type { Values } from '#kernel/input.ts';
import { deedOf } from '#resources/account-life.ts';
import { withoutBaseline } from '#resources/baseline.ts';
import { cloudDeployments, type CloudDeployment } from '#resources/cloud-deployments.ts';
import { clouds, type Cloud } from '#kernel/cloud/cloud-request.ts';
import { choiceName } from '#kernel/fields/choice.ts';
import { recordQuery, type RecordRow } from '#web/data/queries.ts';
import { pauseOf } from '#web/data/work.ts';
import { usePerson } from '#web/data/use-session.ts';
import { ActionButtons } from '#web/generic/additions/action-buttons.tsx';
import { CloudNote } from '#web/generic/clouds/cloud-note.tsx';
import { webKindOf } from '#web/generic/kinds/kinds.ts';
import { Comments } from '#web/generic/comments/comments.tsx';
import { lastListSearch } from '#web/generic/list-state.ts';
import { GoneRecord } from '#web/generic/record/gone-record.tsx';
import { RecordHistory } from '#web/generic/record/record-history.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { isGone } from '#web/data/client.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card, CardColumn, Cards } from '#web/ui/card.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { PageHeader, type Crumb } from '#web/ui/pages/page-header.tsx';
import { RequestedValues } from './requested-values.tsx';
import { deploymentActions, deploymentOf, isOwn } from './actions.tsx';
import { Facts } from './facts.tsx';
import { NamedRecord } from './named-record.tsx';
import { DeploymentBadge } from './state-badge.tsx';
import { isUnderWay } from './states.ts';
import { Timeline } from './timeline.tsx';

const LIST = '/auth/view/cloud_deployments';
const crumbs = (): Crumb[] => [{ label: cloudDeployments.label[1], to: LIST, search: lastListSearch(LIST) }];

const { fields } = cloudDeployments;

/** One deployment: its request, its progress, and what can be done with it. It follows what happens. */
export default function DeploymentScreen({ resource, id }: RecordScreenProps) {
  const load = useLoad({
    ...recordQuery(resource.name, id),
    refetchInterval: ({ state }) => pauseOf(isUnderWay(state.data?.['state']), false),
  });
  const row = dataOf(load);
  if (load.is === 'failed' && isGone(load.error))
    return <GoneRecord resource={resource} id={id} crumbs={crumbs()} />;
  const deployment = row && deploymentOf({ row });
  return (
    <>
      <PageHeader
        title={deployment?.name ?? `${resource.label[0]} ${id}`}
        crumbs={crumbs()}
        badge={
          deployment && (
            <>
              <DeploymentBadge state={deployment.state} />
              <CloudNote cloud={cloudOf(deployment)} simulated={deployment.simulated} />
            </>
          )
        }
        description={deployment && descriptionOf(deployment)}
        actions={row && <ActionButtons resource={resource} actions={deploymentActions} about={{ row }} />}
      />
      <Loaded load={load} failed="The deployment could not be loaded">
        {(shown) => <Shown row={shown} resource={resource} />}
      </Loaded>
    </>
  );
}

const requestOf = ({ kind }: CloudDeployment) => cloudRequests.find(({ name }) => name === kind);
/** Products are deployed in accounts of AWS; what is done with an account is done in its cloud. */
const cloudOf = (deployment: CloudDeployment): Cloud => {
  const { cloud } = deployment.request;
  const own = clouds.find((one) => one === cloud);
  return requestOf(deployment)?.cloud ?? own ?? 'aws';
};

/** The values that a person has requested, without those that the portal adds for its own use. */
function requestedOf({ kind, request }: CloudDeployment): Values {
  // Its steps say what the baseline is.
  if (deedOf(kind) === undefined) return withoutBaseline(request);
  const { account, reason, from_path: from, to_path: to } = request;
  return { account, ...(to !== undefined && { moved_from: from, moved_to: to }), reason };
}

const descriptionOf = ({ kind, requested_by: requester, created_at: at }: CloudDeployment): string =>
  `${choiceName(fields.kind, kind)} · requested by ${requester}, ${formatMoment(at)}`;

function Shown({ row, resource }: { row: RecordRow; resource: RecordScreenProps['resource'] }) {
  const deployment = deploymentOf({ row });
  return (
    <>
      <DeploymentStatus deployment={deployment} />
      <Cards
        beside={
          <>
            <Card title="Details">
              <Outcome row={row} />
            </Card>
            <Card title="What was requested">
              <RequestedValues request={requestOf(deployment)} values={requestedOf(deployment)} />
            </Card>
            <RecordHistory resource={resource} id={row.id} />
          </>
        }
      >
        <CardColumn>
          <Card title="Steps">
            <Timeline steps={deployment.steps} />
          </Card>
          <Comments model={resource.name} id={row.id} />
        </CardColumn>
      </Cards>
    </>
  );
}

/** The most important facts: why it failed and what to do, or who decides. */
function DeploymentStatus({ deployment }: { deployment: CloudDeployment }) {
  const may = usePerson()?.rights.operate ?? false;
  const { state, error } = deployment;
  if (state === 'waiting_approval')
    return (
      <Alert color="sky" icon={<IconUserCheck aria-hidden />} title="Waiting for Approval" mb="md">
        {deployment.decided_by !== null
          ? `${deployment.decided_by} has approved it. It is done once the owner of the account agrees under My Cloud.`
          : isOwn(deployment)
            ? 'You requested this yourself, so somebody else has to approve or decline it.'
            : may
              ? 'Nothing is done until you or another operator approves it.'
              : 'Operators approve or decline it; your role lets you see it.'}
      </Alert>
    );
  if (error === null) return null;
  const isFailed = state === 'failed';
  return (
    <Alert
      color={isFailed ? 'red' : 'sky'}
      icon={<IconAlertTriangle aria-hidden />}
      title={isFailed ? 'The deployment failed' : 'It could not go on at once'}
      role={isFailed ? 'alert' : undefined}
      mb="md"
    >
      {error}
    </Alert>
  );
}

/** The result: the account in the inventory once it is there, who pays and owns it, who decided. */
function Outcome({ row }: { row: RecordRow }) {
  const deployment = deploymentOf({ row });
  const { identifier, cost_center, owner, decided_by, decision_reason, finished_at, state, batch } =
    deployment;
  const { choices = {}, tags = {} } = requestOf(deployment) ?? {};
  const named = (name: string | null, tag: 'cost_center' | 'owner') =>
    name && <NamedRecord name={name} source={choices[tags[tag] ?? '']} />;
  const { Shown: Account } = webKindOf(fields.identifier);
  const account = (
    <Account
      field={fields.identifier}
      name="identifier"
      value={identifier}
      row={row}
      none={state === 'done' ? 'None' : 'Not there yet'}
    />
  );
  const sameSheet = batch === null ? null : <BatchLink batch={batch} />;
  const facts = [
    [fields.identifier.label, account],
    [fields.cost_center.label, named(cost_center, 'cost_center')],
    [fields.owner.label, named(owner, 'owner')],
    [fields.decided_by.label, decided_by],
    [fields.decision_reason.label, decision_reason],
    [fields.finished_at.label, finished_at && formatMoment(finished_at)],
    [fields.batch.label, sameSheet],
  ] as const;
  return <Facts facts={facts.filter(([, value]) => value !== null && value !== '')} />;
}

/** The link to all requests of the same batch. */
const BatchLink = ({ batch }: { batch: number }) => (
  <Anchor component={Link} to={`/auth/request-batches/${batch}`} size="sm" underline="always">
    Others of the same batch
  </Anchor>
);
