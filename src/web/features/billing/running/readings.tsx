import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Reading } from '#calls/running-costs.ts';
import { cloudName } from '#kernel/clouds.ts';
import { formatDay } from '#kernel/dates.ts';
import { Link } from '@tanstack/react-router';
import { Mark } from '#web/ui/mark.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import tables from '../tables.module.css';
import classes from './running.module.css';

interface ReadingsProps {
  readings: readonly Reading[];
  /** Why the last reading as a whole has failed; null where it has not. */
  failed: string | null;
}

/** As of when the figures of each cloud are, and why some are old or missing. */
export function Readings({ readings, failed }: ReadingsProps) {
  const failures = readings.filter(({ error }) => error !== null);
  return (
    <>
      {(failures.length > 0 || failed !== null) && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          role="alert"
          mb="md"
          title="Not everything could be read"
        >
          {failures.length === 0 && failed}
          <ul className={classes.failures}>
            {failures.map(({ provider, error, read_at: read, tried_at: tried }) => (
              <li key={provider}>
                <b>{cloudName(provider)}</b>{' '}
                {read === null ? 'has no figures yet' : `still has the figures of ${formatMoment(read)}`}
                {tried !== null && `, last tried ${formatMoment(tried)}`}: {error}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <ul className={classes.readings} aria-label="As of">
        {readings.map((reading) => (
          <li key={reading.provider}>
            <b>{cloudName(reading.provider)}</b> <State reading={reading} />
          </li>
        ))}
      </ul>
    </>
  );
}

function State({ reading }: { reading: Reading }) {
  const { missing, read_at: read, last_day: last, booked, simulated } = reading;
  if (missing !== null && read === null) return <span className={tables.soft}>{missing}</span>;
  return (
    <>
      {simulated && (
        <Mark
          look="simulated"
          word="Simulator"
          reason="A simulator stands for the cloud: its costs are made up."
        />
      )}
      <span className={tables.soft}>
        {read === null ? 'Not read yet' : `Not final, as of ${formatMoment(read)}`}
        {last !== null && `, up to ${formatDay(last)}`}
        {booked && (
          <>
            . The month is booked since: <Link to="/auth/cloud-billing">Cloud Billing</Link> has what was
            charged
          </>
        )}
      </span>
    </>
  );
}
