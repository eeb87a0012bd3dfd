import { Button } from '@mantine/core';
import { readDirectory, type DirectoryFailure, type DirectoryLoss } from '#calls/directory.ts';
import { adGroups } from '#resources/ad-groups.ts';
import { change } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import type { Action } from '#web/generic/additions/additions.ts';
import { useActions } from '#web/generic/additions/use-actions.tsx';
import { grouped } from '#kernel/written.ts';
import { Mark } from '#web/ui/mark.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import classes from './directory.module.css';

/** That the last reading failed and why, and where too much would have been gone, a way to say that it is. */
export function FailedReading({ failure }: { failure: DirectoryFailure }) {
  const { offered, begin, shown } = useActions(adGroups, ACTIONS);
  const { at, error, losses } = failure;
  return (
    <>
      <Mark
        look="warning"
        word={losses.length > 0 ? 'Not believed' : 'Not read'}
        reason={`${formatMoment(at)}: ${error}`}
      />
      {offered(failure).map((action) => (
        <Button
          key={action.label}
          size="compact-xs"
          variant="default"
          onClick={() => begin(action, failure)}
          data-no-print
        >
          {action.label}
        </Button>
      ))}
      {shown}
    </>
  );
}

const acceptLosses: Action<DirectoryFailure> = {
  label: 'Accept Losses',
  right: 'operate',
  offered: ({ losses }) => losses.length > 0,
  dialog: {
    title: 'Accept Losses',
    text: ({ at, losses }) => <Lost at={at} losses={losses} />,
    submit: 'Accept and Read Again',
    danger: true,
    failed: 'The directory is not read.',
    async run(_about, { once }) {
      const body = { accept_losses: true };
      const { job } = await once(body, (intent) => change(readDirectory, body, intent));
      followJob(job.id);
      return { notice: 'The directory is read again, and what is gone is believed.' };
    },
  },
};

const ACTIONS = [acceptLosses];

function Lost({ at, losses }: Pick<DirectoryFailure, 'at' | 'losses'>) {
  return (
    <>
      <p className={classes.lostLead}>On {formatMoment(at)} this was missing:</p>
      <ul className={classes.lost}>
        {losses.map((loss) => (
          <li key={`${loss.cloud} ${loss.what}`}>
            <strong>
              {grouped(loss.lost)} of {grouped(loss.there)} {loss.what}
              {loss.cloud !== undefined && ` of ${loss.cloud}`}
            </strong>
            {loss.names.length > 0 && <span className={classes.soft}>{namedOf(loss)}</span>}
          </li>
        ))}
      </ul>
      <p className={classes.lostLead}>
        Check first whether the portal may still read all of it. If you accept, the directory and the clouds
        are read again, and whatever they do not have then is gone here too: access is no longer shown, and
        cloud contacts who left are terminated.
      </p>
    </>
  );
}

function namedOf({ what, lost, names }: DirectoryLoss): string {
  if (what === 'memberships') return `most of them in ${names.join(', ')}`;
  if (what === 'assignments') return `most of them given to ${names.join(', ')}`;
  const left = lost - names.length;
  return left > 0 ? `${names.join(', ')} and ${grouped(left)} more` : names.join(', ');
}
