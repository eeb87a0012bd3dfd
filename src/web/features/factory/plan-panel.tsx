import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Plan, RequestPreview } from '#calls/factory.ts';
import { chargedName, type CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { registry } from '#resources/registry.ts';
import type { Load } from '#web/ui/pages/loaded.tsx';
import { chargedQuery } from '#web/generic/clouds/charged.ts';
import classes from './factory.module.css';

interface PlanPanelProps {
  request: CloudRequest;
  /** The values as they were a moment ago. */
  values: Values;
  /** Null while nothing is filled in. */
  preview: Load<RequestPreview> | null;
  /** Somebody else than the requester decides. */
  isDecided: boolean;
}

/** The plan of a request: where it is made, with which tags, charged to whom, in which steps. */
export function PlanPanel({ request, values, preview, isDecided }: PlanPanelProps) {
  const id = useId();
  const stale = preview?.is === 'loading' || (preview?.is === 'loaded' && preview.previous);
  return (
    <aside className={classes.panel} aria-labelledby={id} aria-busy={stale || undefined}>
      <Title order={2} size="h4" id={id}>
        What will be made
      </Title>
      {isDecided && (
        <Text size="sm" className={classes.decided}>
          Somebody else than you has to approve this request before anything is made.
        </Text>
      )}
      <ChargedTo request={request} values={values} />
      {(preview === null || (preview.is === 'loaded' && isEmpty(preview.data))) && (
        <Text size="sm" c="dimmed">
          Fill in the form to see where it will lie, how it will be tagged, and in which steps it is made.
        </Text>
      )}
      {preview?.is === 'loaded' && preview.data.meta.unchecked !== null && (
        <Text size="sm" className={classes.decided} role="status">
          {preview.data.meta.unchecked}
        </Text>
      )}
      {preview?.is === 'loading' && <Skeleton height={140} />}
      {preview?.is === 'failed' && (
        <div role="alert">
          <Text size="sm" c="var(--bad)">
            What will be made could not be worked out. {preview.error.message}
          </Text>
          <Button size="compact-sm" variant="default" mt="xs" onClick={preview.retry}>
            Retry
          </Button>
        </div>
      )}
      {preview?.is === 'loaded' && preview.data.data.plan && (
        <PlanParts plan={preview.data.data.plan} tagsAs={tagsAs(request)} />
      )}
    </aside>
  );
}

/** Too little is filled in to plan anything. */
const isEmpty = ({ data, meta }: RequestPreview) => data.plan === null && meta.unchecked === null;

/** The cloud's word for its tags. */
const tagsAs = ({ groups, tags }: CloudRequest): string =>
  groups.find(({ fields }) => fields.includes(tags.owner ?? ''))?.label ?? 'Tags';

function PlanParts({ plan, tagsAs: heading }: { plan: Plan; tagsAs: string }) {
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>Where</dt>
          <dd>{plan.where}</dd>
        </div>
        {plan.settings.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plan.tags.length > 0 && (
        <>
          <h3 className={classes.subhead}>{heading}</h3>
          <dl className={classes.tags}>
            {plan.tags.map(({ key, value, text }) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>
                  {value}
                  {text !== undefined && (
                    <Text span size="sm" c="dimmed">
                      {' '}
                      for {text}
                    </Text>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h3 className={classes.subhead}>Steps</h3>
      <ol className={classes.planned}>
        {plan.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

/** The cost center, network or project that pays, with its owner. */
function ChargedTo({ request, values }: Pick<PlanPanelProps, 'request' | 'values'>) {
  const { data: charged } = useQuery(chargedQuery(chargedName(request, values)));
  if (!charged) return null;
  const { model, id, identifier, owner, business_unit: unit } = charged;
  const about = [owner, unit].filter(Boolean).join(' · ');
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Charged to</dt>
        <dd>
          <Link to="/auth/$action/$model/$modelId" params={{ action: 'view', model, modelId: String(id) }}>
            {registry.get(model).label[0]} {identifier}
          </Link>
          {about && <span className={classes.about}>{about}</span>}
        </dd>
      </div>
    </dl>
  );
}
