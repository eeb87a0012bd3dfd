import { Link } from '@tanstack/react-router';
import links from '#web/ui/plain-link.module.css';
import classes from './repaired-lines.module.css';

/** What is done about an account. */
export interface RepairedLine {
  cloud_parent_id: number;
  account: string;
  what: string;
  /** Why it is not done; null where it is. */
  problem: string | null;
  /** The deployment that does it, once there is one. */
  deployment?: number | null;
}

/** What is done, account by account; those that are left out say why. */
export const RepairedLines = ({ lines }: { lines: readonly RepairedLine[] }) => (
  <ul className={classes.lines} aria-label="What is done">
    {lines.map(({ cloud_parent_id: id, account, what, problem, deployment }) => (
      <li key={`${id} ${what}`}>
        <strong>{account}</strong>
        <span>
          {what}
          {problem !== null && <span className={classes.problem}>Left out: {problem}</span>}
          {typeof deployment === 'number' && (
            <>
              {' '}
              <Link
                className={links.link}
                to="/auth/$action/$model/$modelId"
                params={{ action: 'view', model: 'cloud_deployments', modelId: String(deployment) }}
              >
                See its steps
              </Link>
            </>
          )}
        </span>
      </li>
    ))}
  </ul>
);
