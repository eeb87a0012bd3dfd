import { Link } from '@tanstack/react-router';
import type { SourceOfBills } from '#calls/sources.ts';
import { Mark } from '#web/ui/mark.tsx';
import { formatMoment, formatMonth } from '#web/ui/moments.ts';
import { PROVIDERS, runAddress } from '../billing.ts';
import tables from '../tables.module.css';
import classes from './fetch.module.css';

/** From where the bills of each cloud are fetched and what was fetched last, or what to set. */
export function SourceList({ sources }: { sources: readonly SourceOfBills[] }) {
  return (
    <ul className={classes.sources} aria-label="Sources">
      {sources.map((source) => (
        <li key={source.provider}>
          <strong>{PROVIDERS[source.provider]}</strong>
          <Where source={source} />
        </li>
      ))}
    </ul>
  );
}

function Where({ source: { place, amortised, simulated, missing, fetched } }: { source: SourceOfBills }) {
  if (place === null) return <p className={tables.soft}>{missing}</p>;
  const [last] = fetched;
  return (
    <div>
      <span className={classes.place}>{place}</span>{' '}
      {simulated && (
        <Mark
          look="simulated"
          word="Simulator"
          reason="A simulator stands for the cloud: its bills are made up."
        />
      )}
      {amortised !== null && (
        <p className={tables.soft}>
          Amortised costs: <span className={classes.place}>{amortised}</span>
        </p>
      )}
      <p className={tables.soft}>
        {last ? (
          <>
            {formatMonth(last.month)} was fetched {formatMoment(last.fetched_at)}:{' '}
            <Link to={runAddress(last.billing_run)}>billing run {last.billing_run}</Link>
          </>
        ) : (
          'Nothing was fetched yet.'
        )}
      </p>
    </div>
  );
}
