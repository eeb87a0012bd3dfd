import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { changesQuery, GROUPS } from '#web/data/security-groups.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { changeAddress } from './running-change.tsx';
import classes from './spinco.module.css';

const SHOWN = 8;
const STATES = {
  running: { word: 'Running', color: 'sky' },
  done: { word: 'Done', color: 'teal' },
  failed: { word: 'Failed', color: 'red' },
} as const;

/** The last changes of the group that is chosen, or of all of them; each leads to what became of every user. */
export function ChangeHistory({ group }: { group: string }) {
  const load = useLoad(changesQuery(group, SHOWN));
  useFreshGroups(dataOf(load)?.data);
  const search = group === '' ? {} : { by_group_name: group };
  return (
    <section className={classes.history} aria-labelledby="spinco-history">
      <header>
        <h2 id="spinco-history">{group === '' ? 'Last changes' : `Last changes of ${group}`}</h2>
        <Anchor
          component={Link}
          to="/auth/view/spinco_sg_changes"
          search={search as never}
          size="sm"
          underline="always"
        >
          All changes
        </Anchor>
      </header>
      <Loaded load={load} failed="The last changes could not be loaded" height={80}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.soft}>Nothing was changed here yet.</p>
          ) : (
            <Entries label="Last changes" page={1} pages={1} onPage={() => undefined}>
              {data.map((change) => (
                <Change key={change.id} change={change} />
              ))}
            </Entries>
          )
        }
      </Loaded>
    </section>
  );
}

/** Fetches the members of the groups again when a change of them is over, whoever began it and wherever. */
function useFreshGroups(changes: readonly SpincoSgChange[] | undefined): void {
  const queries = useQueryClient();
  const known = useRef<string>(undefined);
  const over = changes?.flatMap(({ id, state }) => (state === 'running' ? [] : [id])).join();
  useEffect(() => {
    if (known.current !== undefined && over !== known.current)
      void queries.invalidateQueries({ queryKey: [GROUPS] });
    known.current = over;
  }, [queries, over]);
}

function Change({ change }: { change: SpincoSgChange }) {
  const { id, deed, group_name: group, user_count: count, failed_count: failed } = change;
  const users = `${grouped(count)} ${count === 1 ? 'user' : 'users'}`;
  return (
    <Entry
      title={deed === 'add' ? `${users} added to ${group}` : `${users} removed from ${group}`}
      level={3}
      details={[`${change.requested_by}, ${formatMoment(change.created_at)}`]}
      trouble={change.error === null ? null : { text: change.error, next: null, isFinal: failed > 0 }}
      state={STATES[change.state]}
      action={
        <Anchor component={Link} to={changeAddress(id)} size="sm" aria-label={`Each user of change ${id}`}>
          Each user
        </Anchor>
      }
    />
  );
}
