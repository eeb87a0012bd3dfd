import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Elsewhere } from '#calls/my-elsewhere.ts';
import { money } from '#kernel/written.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import links from '#web/ui/plain-link.module.css';
import { ELSEWHERE_PAGE, elsewhereQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

/** What one's accounts and seats cost that others pay for: beside what was charged, and never in it. Nothing where there is none. */
export function ElsewherePart() {
  const [page, setPage] = useState(1);
  const load = useLoad(elsewhereQuery(page));
  return (
    <Loaded load={load} failed="What is booked elsewhere could not be loaded" height={0}>
      {({ data, meta }) =>
        meta.total === 0 ? null : (
          <Card title="Booked on cost centers of others">
            <p className={classes.none}>
              What accounts and seats in your name cost in the last twelve months that somebody else pays for.
              It is in no total above.
            </p>
            <Table rows={data} />
            <Pages
              what="what is booked elsewhere"
              page={page}
              pages={Math.ceil(meta.total / ELSEWHERE_PAGE)}
              onPage={setPage}
            />
          </Card>
        )
      }
    </Loaded>
  );
}

function Table({ rows }: { rows: readonly Elsewhere[] }) {
  const months = [...new Set(rows.flatMap((row) => row.months.map(({ month }) => month)))]
    .toSorted()
    .toReversed();
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label="Booked on cost centers of others">
        <thead>
          <tr>
            <th scope="col">What</th>
            {months.map((month) => (
              <th key={month} scope="col" className={classes.number}>
                {formatMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={[row.model, row.id, row.service, row.charged_to, row.currency].join(' ')}>
              <th scope="row">
                <Link
                  className={links.link}
                  to="/auth/$action/$model/$modelId"
                  params={{ action: 'view', model: row.model, modelId: String(row.id) }}
                >
                  {row.title}
                </Link>
                <span className={classes.soft}>
                  {row.service ?? 'No service'} · booked on {row.is_wbs ? 'WBS element' : 'cost center'}{' '}
                  {row.charged_to}
                </span>
              </th>
              {months.map((month) => (
                <td key={month} className={classes.number}>
                  <Amount row={row} month={month} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Amount({ row, month }: { row: Elsewhere; month: string }) {
  const found = row.months.find((one) => one.month === month);
  return found ? money(found.amount, row.currency) : <span className={classes.soft}>–</span>;
}
