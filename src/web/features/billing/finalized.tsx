import { useQuery } from '@tanstack/react-query';
import { StateBadge } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import type { OptionDone, Run } from './billing.ts';
import { lacksQuery } from './details.ts';
import { FINALIZE_OPTIONS, OPTION_NAMES } from './finalize-options.ts';
import { Part } from './part.tsx';
import classes from './run.module.css';
import tables from './tables.module.css';

const STATES: Record<OptionDone['state'], { word: string; color: string }> = {
  waiting: { word: 'Waiting', color: 'yellow' },
  done: { word: 'Done', color: 'teal' },
  skipped: { word: 'Skipped', color: 'gray' },
  failed: { word: 'Failed', color: 'red' },
};

/** What was asked for when a run was finalized, what came of each, and why what is left cannot be asked for. */
export function Finalized({ run: { state: runState, options } }: { run: Run }) {
  const { data: lacks = {} } = useQuery(lacksQuery);
  const impossible =
    runState === 'final'
      ? OPTION_NAMES.filter((name) => name in lacks && !options.some((option) => option.name === name))
      : [];
  if (options.length + impossible.length === 0) return null;
  return (
    <Part title="Finalized With">
      <ul className={classes.done} aria-label="Finalized with">
        {options.map(({ name, state, note, by, asked_at: asked, finished_at: ended }) => (
          <li key={name}>
            <div>
              <strong>{FINALIZE_OPTIONS[name]}</strong>
              {note && <span>{note}</span>}
              <span className={tables.soft}>
                {by} · {formatMoment(ended ?? asked)}
              </span>
            </div>
            <StateBadge {...STATES[state]} />
          </li>
        ))}
        {impossible.map((name) => (
          <li key={name}>
            <div>
              <strong>{FINALIZE_OPTIONS[name]}</strong>
              <span>{lacks[name]}</span>
            </div>
            <StateBadge word="Not Possible" color="gray" />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What a reviewed workbook changes, which is booked once somebody accepts it. */
export function Differences({ differences }: Pick<Run, 'differences'>) {
  return (
    <Part title="Differences of the Reviewed Workbook" count={differences.length}>
      <ul className={classes.differences} aria-label="Differences of the reviewed workbook">
        {differences.map(({ posting, message }) => (
          <li key={posting}>{message}</li>
        ))}
      </ul>
    </Part>
  );
}
