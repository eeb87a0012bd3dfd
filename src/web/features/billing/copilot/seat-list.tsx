import { formatMoney } from '../amounts.ts';
import lines from '../lines.module.css';
import tables from '../tables.module.css';
import type { Bearer } from '#calls/copilot.ts';

/** Who bears what is charged for GitHub, each with why it is charged where it is. */
export function SeatList({ seats }: { seats: readonly Bearer[] }) {
  return (
    <ul className={lines.lines} aria-label="Seats">
      {seats.map((seat) => (
        <li key={`${seat.reference} ${seat.account} ${seat.identifier}`}>
          <div className={lines.lineHead}>
            <strong>{seat.username ?? seat.organization ?? seat.identifier}</strong>
            <span>{formatMoney(seat.amount, seat.currency)}</span>
          </div>
          <span className={tables.soft}>{aboutOf(seat)}</span>
          <span className={tables.soft}>{whyOf(seat)}</span>
        </li>
      ))}
    </ul>
  );
}

const aboutOf = ({ username, name, organization, reference }: Bearer): string =>
  [
    name,
    username === null ? 'The organization itself' : (organization ?? 'No organization is known'),
    `invoice ${reference}`,
  ]
    .filter(Boolean)
    .join(' · ');

function whyOf({
  username,
  organization,
  named,
  fallback,
  cost_center: center,
  wbs_element: wbs,
  problem,
}: Bearer) {
  const charged = center ?? wbs;
  if (problem !== null)
    return named === null
      ? 'Names no cost center, so nobody is charged'
      : `Names ${named}, so nobody is charged`;
  if (fallback) {
    const own = named === null ? 'Names no cost center' : `Names ${named}, which is none that can be charged`;
    return `${own}, so ${charged ?? 'the cost center'} of ${organization ?? 'the organization'} is`;
  }
  if (charged === null) return 'Its part rounds to nothing';
  return username === null
    ? `Charged to ${charged}`
    : charged === named
      ? `Names ${charged}, which is charged`
      : `Names ${named ?? 'no cost center'}, which leads to ${charged}`;
}
