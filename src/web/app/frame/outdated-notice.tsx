import { listed } from '#kernel/written.ts';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isGone } from '#web/data/client.ts';
import { NOTICE_LOOK } from '#web/ui/notices/notices.tsx';
import { formatTime } from '#web/ui/moments.ts';
import { outdatedWord } from './outdated-words.ts';
import classes from './outdated-notice.module.css';

const ID = 'outdated';

/** The shown queries that could not be fetched again. That data is gone is an answer, which the screen shows. */
const outdatedQueries = (client: QueryClient): Query[] =>
  client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(
      ({ state: { status, data, error } }) => status === 'error' && data !== undefined && !isGone(error),
    );

/** Tries all of them again; what fails anew goes on being shown. */
const fetchAgain = (client: QueryClient) =>
  Promise.allSettled(outdatedQueries(client).map((query) => query.fetch()));

/**
 * Shows that something on the screen could not be fetched again: what, why, and since when it is as it is shown.
 * It is above every screen and dialog; nothing in use moves or goes.
 */
export function OutdatedNotice() {
  const client = useQueryClient();
  useEffect(() => {
    let shown = '';
    const update = () => {
      const queries = outdatedQueries(client);
      const [first] = queries;
      const names = [...new Set(queries.map(({ queryKey }) => outdatedWord(queryKey)))].toSorted();
      const retrying = queries.some(({ state }) => state.fetchStatus !== 'idle');
      const text = names.length === 0 ? '' : `${listed(names)} could not be fetched again`;
      const state = `${text} ${retrying}`;
      if (state === shown) return;
      const known = shown.startsWith(text) && text !== '';
      shown = state;
      if (!first) return void notifications.hide(ID);
      const since = Math.min(...queries.map((query) => query.state.dataUpdatedAt));
      const look = {
        ...NOTICE_LOOK,
        id: ID,
        color: 'yellow',
        title: text,
        autoClose: false as const,
        message: (
          <div className={classes.notice}>
            <span>
              {first.state.error?.message} What you see is from {formatTime(new Date(since))}.
            </span>
            <Button
              size="compact-sm"
              variant="light"
              loading={retrying}
              onClick={() => void fetchAgain(client)}
            >
              Retry
            </Button>
          </div>
        ),
      };
      // A closed notice stays closed until something else fails.
      if (known) notifications.update(look);
      else {
        notifications.hide(ID);
        notifications.show(look);
      }
    };
    const stop = client.getQueryCache().subscribe(update);
    return () => {
      stop();
      notifications.hide(ID);
    };
  }, [client]);
  return null;
}
