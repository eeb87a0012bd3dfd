import { Button, Skeleton, Chip } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { environmentBuckets, unitLabel, unitOptions, type PostureCloud } from '#resources/posture.ts';
import { textOf } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState, ErrorState } from '#web/ui/pages/states.tsx';
import { AccountsLink, CloudTable } from './cloud-table.tsx';
import {
  accountsBehind,
  areAll,
  postureQuery,
  readUnits,
  sumOf,
  UNPLACED,
  writeUnits,
  type Posture,
  type Units,
} from './posture.ts';
import classes from './posture.module.css';

const CLOUDS = Object.keys(environmentBuckets) as PostureCloud[];

/** /auth/account-details: how many accounts there are in each cloud, by environment, of the chosen business units. */
export function PosturePage() {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const units = readUnits(textOf(address['units']));
  const choose = (next: Units) => {
    const written = writeUnits(next);
    void navigate({ to: '.', search: (written ? { units: written } : {}) as never, resetScroll: false });
  };
  return (
    <>
      <PageHeader
        title="Cloud Account Posture"
        description="How many accounts each cloud has, by environment. Terminated accounts count nowhere."
      />
      <UnitChoice units={units} onChange={choose} />
      {units.length > 0 ? (
        <Counted units={units} />
      ) : (
        <EmptyState
          title="No business unit is chosen"
          action={
            <Button variant="default" onClick={() => choose(readUnits(''))}>
              Choose all business units
            </Button>
          }
        >
          Choose one or more to see their accounts.
        </EmptyState>
      )}
    </>
  );
}

/** The accounts of some business units. */
function Counted({ units }: { units: Units }) {
  const load = useLoad(postureQuery(units));
  if (load.is === 'failed')
    return <ErrorState error={load.error} title="The accounts could not be counted" onRetry={load.retry} />;
  if (load.is === 'loading')
    return (
      <div className={classes.clouds} aria-busy>
        {CLOUDS.map((cloud) => (
          <Skeleton key={cloud} className={classes.pending} />
        ))}
      </div>
    );
  return <Clouds {...load.data} busy={load.previous} />;
}

interface CloudsProps extends Posture {
  /** The numbers are still those of an earlier choice. */
  busy: boolean;
}

function Clouds({ units, counts, unplaced, busy }: CloudsProps) {
  const total = sumOf(counts);
  return (
    <div aria-busy={busy} className={classes.counted}>
      <p className={classes.sum} role="status">
        <AccountsLink search={accountsBehind(units)}>
          <b>{grouped(total)}</b> {total === 1 ? 'account' : 'accounts'} in all clouds
        </AccountsLink>
        , those without a business unit {areAll(units) ? 'included' : 'left out'}
        {unplaced > 0 && (
          <>
            :{' '}
            <AccountsLink search={accountsBehind(UNPLACED)}>
              {grouped(unplaced)} {unplaced === 1 ? 'is' : 'are'} of none of these business units
            </AccountsLink>
          </>
        )}
      </p>
      <div className={classes.clouds}>
        {CLOUDS.map((cloud) => (
          <CloudTable key={cloud} cloud={cloud} counts={counts[cloud]} units={units} />
        ))}
      </div>
    </div>
  );
}

interface UnitChoiceProps {
  units: Units;
  onChange: (units: Units) => void;
}

interface OnlyThisProps extends UnitChoiceProps {
  code: string;
  name: string;
}

/** Chooses one business unit and no other. */
function OnlyThis({ units, code, name, onChange }: OnlyThisProps) {
  return (
    <button
      type="button"
      className={classes.only}
      aria-label={`only this: ${name}`}
      aria-pressed={units.length === 1 && units[0] === code}
      onClick={() => onChange([code])}
    >
      only this
    </button>
  );
}

/** Which business units are looked at: any of the six. */
function UnitChoice({ units, onChange }: UnitChoiceProps) {
  return (
    <fieldset className={classes.units}>
      <legend>Business Unit</legend>
      <Chip.Group multiple value={[...units]} onChange={onChange}>
        {unitOptions.map((option) => (
          <span key={option.code} className={classes.unit}>
            <Chip value={option.code} size="sm" variant="outline">
              {unitLabel(option)}
            </Chip>
            <OnlyThis units={units} code={option.code} name={unitLabel(option)} onChange={onChange} />
          </span>
        ))}
      </Chip.Group>
      {!areAll(units) && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange(unitOptions.map(({ code }) => code))}
        >
          Choose all
        </Button>
      )}
    </fieldset>
  );
}
