import type { BesideProps } from '#web/generic/model-screens.ts';
import { Snapshot } from './snapshot.tsx';
import { Switch } from './switches.tsx';
import classes from './directory.module.css';

const NON_DORMANT = { value: 'false', label: 'Non-Dormant', hint: 'Groups that have a permission set' };
const DORMANT = { value: 'true', label: 'Dormant', hint: 'Groups without a permission set' };
const EVERY = { value: '', label: 'All' };

/** Which groups are shown: those that lead somewhere or the dormant ones, and on AWS those of PIM alone. */
export function GroupsBeside({ narrowed, state: { filters }, change }: BesideProps) {
  const cloud = narrowed?.only?.['cloud'];
  const hasPim = cloud === undefined || cloud === 'aws';
  const onlyPim = filters['pim'] === 'true';
  return (
    <>
      <Switch
        label="Dormant groups"
        choices={narrowed ? [NON_DORMANT, DORMANT] : [EVERY, NON_DORMANT, DORMANT]}
        value={filters['dormant'] ?? ''}
        onChange={(value) => change.setFilter('dormant', value)}
      />
      {hasPim && (
        <span className={classes.switch} data-no-print>
          <button
            type="button"
            aria-pressed={onlyPim}
            title="Groups into which people get for a while, on request"
            onClick={() => change.setFilter('pim', onlyPim ? '' : 'true')}
          >
            PIM Only
          </button>
        </span>
      )}
      <Snapshot />
    </>
  );
}
