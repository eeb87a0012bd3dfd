import { Suspense, useState } from 'react';
import type { MyCharge, MySpend } from '#calls/my-cloud.ts';
import { money } from '#kernel/written.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { CHARGES_PAGE, chargesQuery, monthsOf } from './my-cloud.ts';
import classes from './my-cloud.module.css';

const ChargeDialog = lateDialog(
  () => import('./charge-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** What was booked on one's cost centers in a month; each leads to the lines behind it. */
export function ChargesPart({ spend }: { spend: readonly MySpend[] }) {
  const months = monthsOf(spend);
  const [wanted, setWanted] = useState<string | null>(null);
  const month = wanted ?? months[0];
  if (month === undefined) return null;
  return (
    <Card
      title="Where the numbers come from"
      head={
        <div className={classes.tools}>
          <ChoiceSelect
            label="Month"
            choices={months.map((value) => ({ value, label: formatMonth(value) }))}
            value={month}
            onChange={(value) => value && setWanted(value)}
          />
          <FileButton path="/my_cloud/charges.csv" query={{ month }} label="Download CSV" />
        </div>
      }
    >
      <Charges key={month} month={month} />
    </Card>
  );
}

function Charges({ month }: { month: string }) {
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<MyCharge | null>(null);
  const load = useLoad(chargesQuery(month, page));
  return (
    <>
      <Loaded load={load} failed="What was booked could not be loaded" height={160}>
        {({ data, meta }) => (
          <>
            <ul className={classes.charges} aria-label={`Booked in ${formatMonth(month)}`}>
              {data.map((charge) => (
                <li key={`${charge.billing_run} ${charge.posting}`}>
                  <button
                    type="button"
                    className={classes.charge}
                    data-read
                    onClick={() => setOpened(charge)}
                  >
                    <span>
                      <strong>{charge.charged_to}</strong>
                      <span className={classes.soft}>
                        Invoice {charge.reference} · {charge.text}
                      </span>
                    </span>
                    <span className={classes.amount}>{money(charge.amount, charge.currency)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <Pages
              what="postings"
              page={page}
              pages={Math.ceil(meta.total / CHARGES_PAGE)}
              onPage={setPage}
            />
          </>
        )}
      </Loaded>
      <Suspense>{opened && <ChargeDialog charge={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}
