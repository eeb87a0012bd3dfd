import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeMute, type AnomalyMute } from '#calls/anomalies.ts';
import { formatDay } from '#kernel/dates.ts';
import { change } from '#web/data/call.ts';
import { JOBS } from '#web/data/work.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { Part } from '../part.tsx';
import tables from '../tables.module.css';
import { mutesQuery } from './running.ts';
import classes from './running.module.css';

/** What is muted, and until when; nothing where nothing is. */
export function Mutes({ may }: { may: boolean }) {
  const load = useLoad(mutesQuery());
  return (
    <Loaded load={load} failed="The mutes could not be loaded" height={0}>
      {(mutes) =>
        mutes.length > 0 && (
          <Part title="Muted" count={mutes.length}>
            <ul className={classes.mutes} aria-label="Muted">
              {mutes.map((mute) => (
                <MuteEntry key={mute.id} mute={mute} may={may} />
              ))}
            </ul>
          </Part>
        )
      }
    </Loaded>
  );
}

function MuteEntry({ mute, may }: { mute: AnomalyMute; may: boolean }) {
  const { id, account, service, until, reason, created_by: by } = mute;
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => change(removeMute, { id }),
    onSuccess: () => {
      noticeSuccess('The mute is ended!');
      return queries.invalidateQueries({ queryKey: [JOBS] });
    },
    onError: (error) => noticeFailure({ title: 'The mute could not be ended.', reason: error.message }),
  });
  return (
    <li>
      <div>
        {service === '*' ? 'All services' : service} of {account}, until {formatDay(until)}
        <span className={tables.soft}>
          {by}: {reason}
        </span>
      </div>
      {may && (
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          aria-label={`End the mute of ${account}`}
          onClick={() => mutate()}
        >
          End
        </Button>
      )}
    </li>
  );
}
