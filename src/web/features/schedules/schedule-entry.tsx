import { Anchor, Button, Group } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Schedule } from '#calls/schedules.ts';
import { ApiError } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import type { Done } from '#web/generic/additions/additions.ts';
import { noticeDone } from '#web/generic/additions/notice-done.ts';
import { Entry } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { bringBack, removeSchedule, runNow, shownState, switchSchedule } from './schedules.ts';

interface ScheduleEntryProps {
  schedule: Schedule;
  onOpen: () => void;
  onEdit: () => void;
}

const SHOWN_RECIPIENTS = 3;

/** To whom a schedule goes, in few words. */
function recipientsInWords({ recipients }: Schedule): string {
  if (recipients.length === 0) return 'To the owners whom the report names';
  const more = recipients.length - SHOWN_RECIPIENTS;
  return `To ${recipients.slice(0, SHOWN_RECIPIENTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One schedule: what it sends when and to whom, what came of the last time, and what can be done with it. */
export function ScheduleEntry({ schedule, onOpen, onEdit }: ScheduleEntryProps) {
  const { name, what, when, next_run: next, last_run: last, last_result: result, owner } = schedule;
  const nextWords = next ? `Next ${formatMoment(next)}` : 'It is paused, and sends nothing by itself';
  const lastWords = result === 'sent' && last ? `Last sent ${formatMoment(last)}` : null;
  return (
    <Entry
      title={name}
      onOpen={onOpen}
      details={[
        `${what}. ${when}`,
        recipientsInWords(schedule),
        [nextWords, lastWords].filter(Boolean).join(' · '),
        ...(schedule.may_change ? [] : [`Made by ${owner.email}`]),
      ]}
      trouble={
        result === 'failed' && schedule.last_error
          ? { text: schedule.last_error, next: last && `That was ${formatMoment(last)}`, isFinal: true }
          : null
      }
      state={shownState(schedule)}
    >
      <Group gap="xs" mt="xs">
        {schedule.may_stop && <Actions schedule={schedule} onEdit={onEdit} />}
        {schedule.last_job && (
          <Anchor
            component={Link}
            to="/auth/jobs"
            search={{ q: `Schedule ${name}` } as never}
            size="sm"
            aria-label={`See its jobs: ${name}`}
          >
            See its jobs
          </Anchor>
        )}
      </Group>
    </Entry>
  );
}

function Actions({ schedule, onEdit }: Pick<ScheduleEntryProps, 'schedule' | 'onEdit'>) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const { name, active } = schedule;
  const act = async (word: string, failed: string, work: () => Promise<Done>) => {
    setBusy(word);
    try {
      const done = await work();
      await queries.invalidateQueries({ queryKey: ['jobs'] });
      noticeDone(done, queries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: failed, reason: error.message });
    } finally {
      setBusy(null);
    }
  };
  const run = () =>
    act('Run now', 'It could not be sent.', async () => {
      followJob((await runNow(schedule)).job.id);
      return { notice: `${name} is made and mailed.` };
    });
  const turn = () =>
    act(active ? 'Pause' : 'Resume', 'It could not be changed.', async () => {
      await switchSchedule(schedule);
      return { notice: active ? `${name} is paused.` : `${name} is sent at its times again.` };
    });
  const remove = () =>
    act('Delete', 'It could not be deleted.', async () => {
      await removeSchedule(schedule);
      const undo = {
        send: () => bringBack(schedule),
        done: `${name} is back.`,
        failed: 'It could not be brought back.',
      };
      return { notice: `The schedule ${name} has been deleted!`, undo };
    });
  const button = (word: string, icon: ReactNode, onClick: () => void) => (
    <Button
      size="xs"
      variant="default"
      leftSection={icon}
      aria-label={`${word}: ${name}`}
      loading={busy === word}
      disabled={busy !== null && busy !== word}
      onClick={onClick}
    >
      {word}
    </Button>
  );
  const icon = { size: 14, 'aria-hidden': true };
  return (
    <>
      {button('Run now', <IconSend {...icon} />, () => void run())}
      {active
        ? button('Pause', <IconPlayerPause {...icon} />, () => void turn())
        : button('Resume', <IconPlayerPlay {...icon} />, () => void turn())}
      {schedule.may_change && button('Edit', <IconPencil {...icon} />, onEdit)}
      {button('Delete', <IconTrash {...icon} />, () => void remove())}
    </>
  );
}
