import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import type { SeatReadings } from '#calls/copilot-seats.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { Mark } from '#web/ui/mark.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { agoWords } from '../directory/directory.ts';
import classes from '../directory/directory.module.css';
import { copilotQuery, oldestReading } from './copilot.ts';

/** The shown seats are fetched again once an organization was read anew. */
function useFreshRows(data: SeatReadings | undefined): void {
  const queries = useQueryClient();
  const readings = data?.organizations.map(({ name, read_at: at }) => `${name} ${at ?? ''}`).join();
  const known = useRef(readings);
  useEffect(() => {
    if (known.current !== undefined && known.current !== readings)
      void queries.invalidateQueries({ queryKey: [githubCopilotUsers.name] });
    known.current = readings;
  }, [queries, readings]);
}

/** The age of the shown data, the readings that failed, and whether GitHub is simulated. */
export function Readings() {
  const { data, dataUpdatedAt } = useQuery(copilotQuery());
  useFreshRows(data);
  if (!data) return null;
  const failed = data.organizations.filter(({ error }) => error !== null);
  return (
    <span className={classes.snapshot}>
      {data.github === 'simulated' && (
        <Mark
          look="simulated"
          word="Simulator"
          reason="A simulator stands for GitHub: no seat is added or paid for outside of this portal."
        />
      )}
      {data.github === 'off' && <span>{data.missing}</span>}
      {failed.length > 0 && (
        <Mark
          look="warning"
          word={`${failed.length} not read`}
          reason={failed.map(({ error }) => error).join(' ')}
        />
      )}
      {data.github !== 'off' && <span role="status">{age(data, dataUpdatedAt)}</span>}
    </span>
  );
}

function age(data: SeatReadings, now: number): ReactNode {
  const readAt = oldestReading(data);
  const reading = data.job_id !== null;
  if (readAt === null)
    return reading
      ? 'Being read…'
      : data.organizations.length === 0
        ? 'No organization has Copilot enabled'
        : 'Not read yet';
  return (
    <>
      <time dateTime={readAt} title={formatMoment(readAt)}>
        Read {agoWords(readAt, Math.max(now, Date.parse(readAt)))}
      </time>
      {reading && ', being read again…'}
    </>
  );
}
