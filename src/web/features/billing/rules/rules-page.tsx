import { Suspense } from 'react';
import type { RulesVersion } from '#calls/rules.ts';
import { usePerson } from '#web/data/use-session.ts';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { lastListSearch } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { Awaited, InOrder } from '#web/ui/pages/in-order.tsx';
import { late } from '#web/ui/pages/late.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { LIST } from '../billing.ts';
import { Cell } from '../cell.tsx';
import { Part } from '../part.tsx';
import { CommitmentWords } from './commitment-words.tsx';
import { NewRules as Form } from './new-rules.tsx';
import { KeptPlaces } from './kept-places.tsx';
import { PoolWords } from './pool-words.tsx';
import { RuleWords } from './rule-words.tsx';
import { rulesQuery } from './rules.ts';
import { RulesRuns } from './rules-runs.tsx';
import rules from './rules.module.css';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

/** With its inputs: one that comes after a press on Preview would miss being pointed out. */
const NewRules = late(async () => {
  await fetchInputs();
  return { default: Form };
});

/** /auth/billing-automation/rules: by what lines are charged, what another rule would move, and which run keeps which. */
export function RulesPage() {
  const load = useLoad(rulesQuery);
  const may = usePerson()?.rights.operate ?? false;
  const current = dataOf(load)?.find((one) => one.current);
  return (
    <>
      <PageHeader
        title="Allocation Rules"
        crumbs={[{ label: 'Billing Automation', to: LIST, search: lastListSearch(LIST) }]}
        badge={current && <span className={tables.count}>Version {current.version}</span>}
        description="By what every line of an invoice finds who pays for it."
      />
      <Loaded load={load} failed="The rules could not be loaded">
        {(versions) => (
          <InOrder>
            {current && <InForce current={current} />}
            {current && <KeptPlaces places={current.places} may={may} />}
            <Suspense fallback={<Awaited />}>{may && current && <NewRules current={current} />}</Suspense>
            <RulesRuns versions={versions} may={may} />
            <Versions versions={versions} />
          </InOrder>
        )}
      </Loaded>
    </>
  );
}

/** The way of a line, in words; what a version decides is marked. */
function InForce({ current }: { current: RulesVersion }) {
  return (
    <Part title="In Force">
      <ol className={rules.rule}>
        <li>
          The account, subscription or project of a line is looked up among the cloud parents. What its cloud
          parent names pays: a cost center, a WBS element, a network by its WBS element, or a project by its
          network.
        </li>
        <li>
          What is not valid on the posting day of the run is followed to what replaces it. A WBS element whose
          replacements end in nothing valid falls to its backup cost center.
        </li>
        <li>
          The company of what pays is its record, never free text. Its GL account for the cloud is what is
          booked.
        </li>
        <li data-own>
          <RuleWords shared={current.shared} /> In a run, somebody may name another cost center.
        </li>
        <li>
          A purchase or usage without an account is never split. It goes to the cost center that is kept for
          its place, such as an invoice section
          {'cost_center_id' in current.shared
            ? ', else to the one that is named above.'
            : ', else it waits among the exceptions.'}
        </li>
        <li data-own>
          <CommitmentWords commitments={current.commitments} />
        </li>
        {current.pools.length > 0 && (
          <li data-own>
            <PoolWords pools={current.pools} />
          </li>
        )}
        <li>What finds no place is unallocated, and waits among the exceptions. Nothing is left away.</li>
      </ol>
    </Part>
  );
}

/** Whether a version charges the commitments of any cloud otherwise than as they are billed. */
const movesCommitments = ({ commitments }: RulesVersion): boolean =>
  Object.values(commitments).some(({ charge }) => charge === 'effective_cost');

/** Every version, with who made it and how many runs keep it. */
function Versions({ versions }: { versions: readonly RulesVersion[] }) {
  return (
    <Part title="Versions" count={versions.length}>
      <TableFrame>
        <table className={tables.table} aria-label="Versions">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Rule</th>
              <th scope="col">Added</th>
              <th scope="col" className={tables.number}>
                Open Runs
              </th>
              <th scope="col" className={tables.number}>
                All Runs
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map((one) => (
              <tr key={one.version} data-current={one.current || undefined}>
                <th scope="row" data-whole>
                  Version {one.version}
                  {one.current && <span className={tables.soft}>in force</span>}
                </th>
                <Cell label="Rule" sentence>
                  <RuleWords shared={one.shared} />{' '}
                  {movesCommitments(one) && <CommitmentWords commitments={one.commitments} />}
                  {one.pools.length > 0 && <PoolWords pools={one.pools} />}
                  {one.places.length > 0 && (
                    <span className={tables.soft}>
                      {grouped(one.places.length)} {one.places.length === 1 ? 'place is' : 'places are'} kept.
                    </span>
                  )}
                </Cell>
                <Cell label="Added" whole>
                  {one.created_at === null ? 'with the first run' : formatMoment(one.created_at)}
                  <span className={tables.soft}>{one.created_by}</span>
                </Cell>
                <Cell label="Open Runs" number>
                  {grouped(one.open_runs)}
                </Cell>
                <Cell label="All Runs" number>
                  {grouped(one.runs)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Part>
  );
}
