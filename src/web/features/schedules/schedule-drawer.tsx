import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schedule, ScheduleEvent } from '#calls/schedules.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { SideDialog } from '#web/ui/dialogs/dialog.tsx';
import { StateBadge } from '#web/ui/entries.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { historyQuery, shownState } from './schedules.ts';
import classes from './schedules.module.css';

/** One schedule with all that happened to it. */
export function ScheduleDrawer({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const history = useLoad(historyQuery(schedule));
  const { what, when, next_run: next, recipients, left_out: left, owner } = schedule;
  return (
    <SideDialog onClose={onClose} position="right" size="lg" title={schedule.name}>
      <Stack gap="md">
        <dl className={classes.facts}>
          <dt>State</dt>
          <dd>
            <StateBadge {...shownState(schedule)} />
          </dd>
          <dt>Sends</dt>
          <dd>{what}</dd>
          <dt>When</dt>
          <dd>{when}</dd>
          <dt>Next</dt>
          <dd>{next ? formatMoment(next) : 'Not while it is paused'}</dd>
          <dt>To</dt>
          <dd>{recipients.length > 0 ? recipients.join(', ') : 'The owners whom the report names'}</dd>
          {left.length > 0 && (
            <>
              <dt>Taken out</dt>
              <dd>{left.join(', ')}</dd>
            </>
          )}
          <dt>Made by</dt>
          <dd>{owner.email}, with whose rights it is done</dd>
        </dl>
        <h3 className={classes.heading}>History</h3>
        <Loaded load={history} failed="The history could not be loaded">
          {(events) => (
            <ul className={classes.events} aria-label="History">
              {events.map((event) => (
                <EventLine key={event.id} event={event} name={schedule.name} />
              ))}
            </ul>
          )}
        </Loaded>
      </Stack>
    </SideDialog>
  );
}

function EventLine({ event: { at, by, what, job }, name }: { event: ScheduleEvent; name: string }) {
  return (
    <li>
      <p>{what}</p>
      <Text size="sm" c="dimmed">
        {formatMoment(at)}, {by}
        {job && (
          <>
            {' · '}
            <Anchor
              component={Link}
              to="/auth/jobs"
              search={{ q: `Schedule ${name}` } as never}
              inherit
              underline="always"
            >
              Its jobs
            </Anchor>
            {' · '}
            <Anchor component={Link} to="/auth/outbox" inherit underline="always">
              Outbox
            </Anchor>
          </>
        )}
      </Text>
    </li>
  );
}
