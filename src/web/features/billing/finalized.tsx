import { StateBadge } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import type { OptionDone, Run } from './billing.ts';
import { FINALIZE_OPTIONS } from './finalize-options.ts';
import { Part } from './part.tsx';
import classes from './billing.module.css';
import tables from './tables.module.css';

const STATES: Record<OptionDone['state'], { word: string; color: string }> = {
  waiting: { word: 'Waiting', color: 'yellow' },
  done: { word: 'Done', color: 'teal' },
  skipped: { word: 'Skipped', color: 'gray' },
  failed: { word: 'Failed', color: 'red' },
};

/** What was asked for when a run was finalized, and what came of each. */
export function Finalized({ options }: Pick<Run, 'options'>) {
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
