import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { RulesVersion } from '#calls/rules.ts';
import type { Run } from '#calls/runs.ts';
import { useJob } from '#web/data/work.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { JobProgress } from '#web/generic/work/job-progress.tsx';
import { StateBadge } from '#web/ui/entries.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { isRunUnderWay, openRunsQuery, PROVIDERS, RUN_STATES, runAddress } from '../billing.ts';
import { Cell } from '../cell.tsx';
import { Moves } from './moves.tsx';
import { Part } from '../part.tsx';
import { rulesInputOf, previewRules } from './rules.ts';
import classes from '../run.module.css';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

const TakeRules = lateDialog(
  async () => (await Promise.all([import('./take-rules.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);

interface RulesRunsProps {
  versions: readonly RulesVersion[];
  /** Whether the person may have a run take another version. */
  may: boolean;
}

/** The open runs, each with the version that it keeps, and the way to another one. */
export function RulesRuns({ versions, may }: RulesRunsProps) {
  const load = useLoad(openRunsQuery);
  const [taking, setTaking] = useState<Run | null>(null);
  const newest = versions[0];
  return (
    <Part title="Open Runs">
      <Text size="sm" c="dimmed" mb="sm">
        A run keeps the version that it was allocated by until somebody has it take another one.
      </Text>
      <Loaded load={load} failed="The open runs could not be loaded" height={80}>
        {(runs) =>
          runs.length === 0 || !newest ? (
            <p className={classes.nothing}>No run is open.</p>
          ) : (
            <>
              <TableFrame>
                <table className={tables.table} aria-label="Open Runs">
                  <thead>
                    <tr>
                      <th scope="col">Run</th>
                      <th scope="col">State</th>
                      <th scope="col">Allocated By</th>
                      {may && <th aria-label="Allocate" />}
                    </tr>
                  </thead>
                  <tbody>
                    {runs.map((run) => (
                      <RunRow
                        key={run.id}
                        run={run}
                        newest={newest.version}
                        onTake={may && versions.length > 1 ? () => setTaking(run) : null}
                        hasAction={may}
                      />
                    ))}
                  </tbody>
                </table>
              </TableFrame>
              {may && runs.some(({ rules_version: version }) => version !== newest.version) && (
                <WouldMove key={stateKeyOf(newest, runs)} newest={newest} />
              )}
            </>
          )
        }
      </Loaded>
      <Suspense>
        {taking && <TakeRules run={taking} versions={versions} onClose={() => setTaking(null)} />}
      </Suspense>
    </Part>
  );
}

interface RunRowProps {
  run: Run;
  newest: number;
  /** Null where there is no other version. */
  onTake: (() => void) | null;
  hasAction: boolean;
}

function RunRow({ run, newest, onTake, hasAction }: RunRowProps) {
  const { id, state, provider, month, rules_version: version } = run;
  const label = version === newest ? 'Take another version' : 'Allocate with the new rules';
  return (
    <tr>
      <th scope="row">
        <Link to={runAddress(id)}>Run {id}</Link>
        <span className={tables.soft}>
          {PROVIDERS[provider]}, {formatMonth(month)}
        </span>
      </th>
      <Cell label="State">
        <StateBadge {...RUN_STATES[state]} />
        {isRunUnderWay(run) && <Progress id={run.job_id} />}
      </Cell>
      <Cell label="Allocated By">
        Version {version}
        <span className={tables.soft}>{version === newest ? 'the newest' : `the newest is ${newest}`}</span>
      </Cell>
      {hasAction && (
        <td className={tables.number}>
          {onTake && !isRunUnderWay(run) && (
            <Button
              size="xs"
              variant={version === newest ? 'subtle' : 'default'}
              aria-label={`${label}: run ${id}`}
              onClick={onTake}
            >
              {label}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

/** How far the allocation of a run is. */
function Progress({ id }: { id: string }) {
  const { job } = useJob(id);
  return job ? <JobProgress job={job} /> : null;
}

/** The key of a trial: another version, or a run that has taken one, makes it outdated. */
const stateKeyOf = ({ version }: RulesVersion, runs: readonly Run[]): string =>
  [version, ...runs.map(({ id, rules_version: kept }) => `${id}: ${kept}`)].join(', ');

/** Tries the newest version in the runs that have not taken it. */
function WouldMove({ newest }: { newest: RulesVersion }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => previewRules(rulesInputOf(newest)),
  });
  return (
    <div className={tables.below}>
      <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
        Show what version {newest.version} would move
      </Button>
      {isPending && (
        <ProgressLine progress={{ label: 'Allocating the open runs to see what moves. Nothing is kept…' }} />
      )}
      {error && (
        <FailureNote
          outcome={{ title: 'What it would move could not be found out.', reason: error.message }}
        />
      )}
      {data && !isPending && <Moves runs={data} version={newest.version} />}
    </div>
  );
}
