import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readDirectory } from '#calls/directory.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { JOBS } from '#web/data/work.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { Mark } from '#web/ui/mark.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { agoWords, directoryQuery, READ_MODELS, unreadWords } from './directory.ts';
import { FailedReading } from './failed-reading.tsx';
import classes from './directory.module.css';

/** How often words such as '5 minutes ago' are looked at. */
const LOOK_MS = 30_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Readings within this time before their event may be newer than the shown data. */
const FRESH_MS = 60_000;

/** The shown data of the directory is fetched again once it was read anew. */
function useFreshRows(readAt: string | null | undefined): void {
  const queries = useQueryClient();
  const known = useRef(readAt);
  useEffect(() => {
    const before = known.current;
    const mayBeNewer =
      before === undefined
        ? Boolean(readAt) && Date.now() - Date.parse(readAt ?? '') < FRESH_MS
        : before !== readAt;
    if (mayBeNewer) for (const model of READ_MODELS) void queries.invalidateQueries({ queryKey: [model] });
    known.current = readAt;
  }, [queries, readAt]);
}

/** The age of the shown data, and whether the directory is simulated; nothing until that is known. */
export function Snapshot() {
  const { data } = useQuery(directoryQuery());
  const now = useNow();
  useFreshRows(data?.read_at);
  if (!data) return null;
  const { read_at: readAt, reading, failure, simulated, place, missing } = data;
  return (
    <span className={classes.snapshot}>
      {simulated && (
        <Mark
          look="simulated"
          word="Simulator"
          reason="A simulator stands for the directory: these people and groups are made up."
        />
      )}
      <span role="status">
        {readAt !== null && (
          <time dateTime={readAt} title={`${place ?? 'The directory'}, ${formatMoment(readAt)}`}>
            Read {agoWords(readAt, Math.max(now, Date.parse(readAt)))}
          </time>
        )}
        {readAt === null && !reading && (missing === null ? unreadWords(data) : `Not read: ${missing}`)}
        {reading && (readAt === null ? 'Being read for the first time…' : ', being read again…')}
      </span>
      {failure && <FailedReading failure={failure} />}
    </span>
  );
}

/** Has the directory read again, which the tab then follows; there for those who may. */
export function RefreshButton() {
  const rights = usePerson()?.rights;
  const queries = useQueryClient();
  const { data } = useQuery(directoryQuery());
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending } = useMutation({
    mutationFn: () => intents.once({}, (intent) => change(readDirectory, {}, intent)),
    onSuccess: async ({ job }) => {
      followJob(job.id);
      noticeSuccess({ title: messages.dataSubmitted, reason: 'The directory is read in the background.' });
      await queries.invalidateQueries({ queryKey: [JOBS] });
    },
    onError: (error) => noticeFailure({ title: 'The directory is not read.', reason: error.message }),
  });
  if (rights && !rights.operate) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isPending || Boolean(data?.reading)}
      onClick={() => mutate()}
    >
      Refresh
    </Button>
  );
}
