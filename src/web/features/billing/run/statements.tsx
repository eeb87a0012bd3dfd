import { readStatements, type Statement } from '#calls/finalize.ts';
import type { Run } from '#calls/runs.ts';
import { queryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoney } from '../amounts.ts';
import runClasses from '../run.module.css';
import statementsClasses from './statements.module.css';
import tables from '../tables.module.css';

/** The statements that each owner would get of a run; nothing is sent by looking at them. */
export default function Statements({ run }: { run: Run }) {
  const load = useLoad(queryOf(readStatements, { id: run.id }, { keeps: true, version: run.changed_at }));
  return (
    <Loaded load={load} failed="The statements could not be loaded" height={80}>
      {(statements) =>
        statements.length === 0 ? (
          <p className={runClasses.nothing}>Nobody would get one: nothing is charged.</p>
        ) : (
          <ul className={statementsClasses.statements} aria-label="Statements of owners">
            {statements.map((statement) => (
              <StatementEntry
                key={statement.owner_email}
                statement={statement}
                before={run.corrects.length > 0 ? 'before this run' : 'the month before'}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function StatementEntry({ statement, before: when }: { statement: Statement; before: string }) {
  const { owner_email: owner, sent, why, totals, cost_centers: centers, services } = statement;
  return (
    <li>
      <strong>{owner ?? 'No known owner'}</strong>
      {!sent && <span className={statementsClasses.unsent}>{why ?? 'Nothing is sent.'}</span>}
      {totals.map(({ currency, this_month: now, last_month: before, difference }) => (
        <p key={currency} className={statementsClasses.statementTotal}>
          <b>{formatMoney(now, currency)}</b>
          <span className={tables.soft}>
            {formatMoney(before, currency)} {when}, a difference of {formatMoney(difference, currency)}
          </span>
        </p>
      ))}
      <details>
        <summary>
          {centers.length} {centers.length === 1 ? 'cost center' : 'cost centers'}
        </summary>
        <ul>
          {centers.map(({ identifier, currency, this_month: now }) => (
            <li key={`${identifier} ${currency}`}>
              {identifier}: {formatMoney(now, currency)}
            </li>
          ))}
          {services.map(({ service, currency, amount }) => (
            <li key={`service ${service} ${currency}`}>
              {service}: {formatMoney(amount, currency)}
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
