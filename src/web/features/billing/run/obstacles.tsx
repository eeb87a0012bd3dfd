import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Run } from '#calls/runs.ts';
import { grouped } from '#kernel/written.ts';
import { exceptionsQuery } from '../details.ts';
import { HELD_WORDS } from '../held-words.ts';
import { invoicesToAnswer } from './invoice-answers.ts';
import { missingOf } from './parts.tsx';
import { PLACES } from './places.ts';
import { isBalanced } from './reconciliation.tsx';
import classes from '../run.module.css';

/** Something about a run that stands beside its button, and where it is settled. */
interface Obstacle {
  words: string;
  place: (typeof PLACES)[keyof typeof PLACES];
}

const counted = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

/** Amortised costs that differ are shown, and do not keep a run from being booked. */
const prevents = ({ problem }: { problem: string | null }) => problem !== 'amortised_differs';

/** What keeps an open run from being finalized, as far as that is known before somebody tries; empty where nothing does. */
export function useObstacles(run: Run): Obstacle[] {
  const isOpen = run.state === 'ready' || run.state === 'needs_review';
  const { data: found } = useQuery({ ...exceptionsQuery(run), enabled: isOpen && run.exceptions > 0 });
  if (!isOpen) return [];
  const nonePrevents = found !== undefined && found.data.length > 0 && !found.data.some(prevents);
  const missing = missingOf(run).length;
  const obstacles: Obstacle[] = [];
  if (missing > 0)
    obstacles.push({
      words: counted(missing, 'part is missing', 'parts are missing'),
      place: PLACES.missing,
    });
  if (run.existing_run !== null)
    obstacles.push({ words: `run ${run.existing_run} has the same invoice`, place: PLACES.existing });
  if (run.exceptions > 0 && !nonePrevents)
    obstacles.push({
      words: counted(run.exceptions, 'open exception', 'open exceptions'),
      place: PLACES.exceptions,
    });
  else if (run.totals.length > 0 && !isBalanced(run))
    obstacles.push({ words: 'its postings do not come to its invoices', place: PLACES.reconciliation });
  return obstacles;
}

/** Says beside the button what keeps a run from being finalized, or what finalizing asks for. */
export function Obstacles({ run, of, id }: { run: Run; of: readonly Obstacle[]; id: string }) {
  const unanswered = invoicesToAnswer(run).length;
  const shown: readonly Obstacle[] =
    of.length > 0 || unanswered === 0 ? of : [{ words: HELD_WORDS.nothing(unanswered), place: PLACES.held }];
  if (shown.length === 0) return null;
  return (
    <p id={id} className={classes.obstacles} data-tone={of.length > 0 ? 'warning' : undefined}>
      {of.length > 0 && <IconAlertTriangle size={16} aria-hidden />}
      <span>
        {of.length > 0 ? 'Cannot be finalized yet: ' : 'Finalizing asks how it was checked: '}
        {shown.map(({ words, place }, at) => (
          <span key={place}>
            {at > 0 && ', '}
            <Link to="." search={((now: object) => now) as never} hash={place}>
              {words}
            </Link>
          </span>
        ))}
      </span>
    </p>
  );
}
