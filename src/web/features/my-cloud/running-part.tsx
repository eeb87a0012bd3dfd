import { Link } from '@tanstack/react-router';
import type { MyRunning } from '#calls/my-cloud.ts';
import { cloudName } from '#kernel/clouds.ts';
import { formatDay } from '#kernel/dates.ts';
import { listed, money } from '#kernel/written.ts';
import { Card } from '#web/ui/card.tsx';
import { formatMoment, formatMonth } from '#web/ui/moments.ts';
import { Loaded, type Load } from '#web/ui/pages/loaded.tsx';
import links from '#web/ui/plain-link.module.css';
import { TonedText } from '#web/ui/toned-text.tsx';
import classes from './my-cloud.module.css';

const HEIGHT = 120;

/** What one's accounts cost in the running month so far: beside what was charged, and never in it. */
export function RunningPart({ load }: { load: Load<MyRunning> }) {
  return (
    <Loaded load={load} failed="The running month could not be loaded" height={HEIGHT}>
      {(running) => (
        <Card title={`${formatMonth(running.month)} so far`}>
          {running.costs.length === 0 ? (
            <p className={classes.none}>
              Nothing was read yet of what your accounts cost in this month. It is read once a day from the
              exports of the clouds.
            </p>
          ) : (
            <Running running={running} />
          )}
        </Card>
      )}
    </Loaded>
  );
}

function Running({ running: { totals, readings, costs, anomalies } }: { running: MyRunning }) {
  const asOf = readings.flatMap(({ provider, read_at: read, failed }) =>
    read === null
      ? []
      : [
          `${cloudName(provider)} ${formatMoment(read)}${failed ? ', since when no newer ones could be read' : ''}`,
        ],
  );
  return (
    <>
      <p className={classes.none}>
        <strong>{listed(totals.map(({ amount, currency }) => money(amount, currency)))}</strong>, not final
        and charged to nobody yet. As of: {asOf.join('; ')}.
      </p>
      {anomalies.length > 0 && (
        <ul className={classes.unusual} aria-label="Unusual costs">
          {anomalies.map((one) => (
            <li key={one.id}>
              <TonedText toned={{ tone: 'warning', reason: 'It is beyond what is usual.' }} reason="heard">
                {money(one.beyond, one.currency)} beyond the usual
              </TonedText>{' '}
              {one.service ?? 'No service'} of {one.name ?? one.identifier}
              {one.kind === 'new_service' && ', which it did not have before'}, since{' '}
              {formatDay(one.first_day)}
              {one.reason !== null && <span className={classes.soft}> The CCoE team says: {one.reason}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.frame}>
        <table className={classes.table} aria-label="Costs so far by account and service">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Service</th>
              <th scope="col" className={classes.number}>
                So far
              </th>
            </tr>
          </thead>
          <tbody>
            {costs.map((cost) => (
              <tr key={`${cost.provider} ${cost.identifier} ${cost.service} ${cost.currency}`}>
                <th scope="row">
                  {cost.cloud_parent_id === null ? (
                    (cost.name ?? cost.identifier)
                  ) : (
                    <Link
                      className={links.link}
                      to="/auth/$action/$model/$modelId"
                      params={{
                        action: 'view',
                        model: 'cloud_parents',
                        modelId: String(cost.cloud_parent_id),
                      }}
                    >
                      {cost.name ?? cost.identifier}
                    </Link>
                  )}
                </th>
                <td>{cost.service ?? 'No service'}</td>
                <td className={classes.number}>{money(cost.amount, cost.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
