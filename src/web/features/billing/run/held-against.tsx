import { IconAlertTriangle, IconReceipt, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Invoice } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import { HELD_AGAINST, type HeldAgainst as Held } from '#kernel/billing/runs.ts';
import { grouped } from '#kernel/written.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { formatMoney } from '../amounts.ts';
import { HELD_WORDS } from '../held-words.ts';
import { PLACES } from './places.ts';
import classes from '../held-against.module.css';

const ICONS = { stated_total: IconReceipt, person: IconUserCheck, nothing: IconAlertTriangle } as const;
const TONES = { stated_total: 'good', person: 'plain', nothing: 'warning' } as const;
/** So many invoices are named here; all of them are in the part of the invoices. */
const MOST_NAMED = 3;

/** The basis that the lines of each invoice were compared with: a stated total, a person's check, or nothing. */
export function HeldAgainst({ run }: { run: Run }) {
  const byHeld = Map.groupBy(run.invoices, ({ held_against }) => held_against);
  return (
    <ul id={PLACES.held} className={classes.held} aria-label="What the invoices are held against">
      {HELD_AGAINST.flatMap((held) => {
        const invoices = byHeld.get(held) ?? [];
        return invoices.length === 0 ? [] : <Group key={held} held={held} invoices={invoices} run={run} />;
      })}
    </ul>
  );
}

interface GroupProps {
  held: Held;
  invoices: readonly Invoice[];
  run: Run;
}

function Group({ held, invoices, run }: GroupProps) {
  const Icon = ICONS[held];
  const more = invoices.length - MOST_NAMED;
  return (
    <li data-tone={TONES[held]}>
      <Icon size={18} aria-hidden />
      <div>
        <strong>{HELD_WORDS[held](invoices.length)}</strong>
        {invoices.slice(0, MOST_NAMED).map((invoice) => (
          <span key={invoice.n}>
            <b>{invoice.reference}</b> {detailOf(invoice)}
          </span>
        ))}
        {more > 0 && <span>and {grouped(more)} more, which the list of invoices below has.</span>}
        {held === 'nothing' && <span>{adviceFor(run)}</span>}
      </div>
    </li>
  );
}

/** Who says what an invoice comes to, and when. */
function detailOf({
  invoice,
  currency,
  held_against,
  confirmed_by,
  confirmed_at,
  checked,
}: Invoice): ReactNode {
  const amount = formatMoney(invoice, currency);
  if (held_against === 'nothing') return `${amount} is the sum of its lines.`;
  if (held_against === 'person' && checked)
    return (
      <>
        {amount}, confirmed by {checked.name ?? checked.by}, {formatMoment(checked.at)}: “{checked.note}”
      </>
    );
  if (confirmed_by === null) return `${amount}, stated by the file`;
  return `${amount}, stated by ${confirmed_by}${confirmed_at === null ? '' : `, ${formatMoment(confirmed_at)}`}`;
}

function adviceFor({ state, finalized_unasked: isEarlier }: Run): string {
  if (isEarlier) return 'The run was finalized before this was required.';
  return state === 'ready' || state === 'needs_review'
    ? 'Finalizing asks for the total of each, or for a note that says how it was checked.'
    : '';
}
