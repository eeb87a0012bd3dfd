import { Button, Group, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerClosure, listMyClosures, type MyClosures } from '#calls/account-life.ts';
import { change } from '#web/data/call.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { myClosuresQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

/** The accounts in one's name that the desk wants to close; nothing where it wants none. */
export function ClosuresPart() {
  const closures = dataOf(useLoad(myClosuresQuery()));
  if (!closures || closures.length === 0) return null;
  return (
    <Card title={closures.length === 1 ? 'An account is to be closed' : 'Accounts are to be closed'}>
      <ul className={classes.due} aria-label="To be closed">
        {closures.map((closure) => (
          <Closure key={closure.id} closure={closure} />
        ))}
      </ul>
    </Card>
  );
}

function Closure({ closure }: { closure: MyClosures[number] }) {
  const { id, name, account, requested_by: requester, requested_at: at, reason, agreed_at: agreed } = closure;
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const answer = async (agrees: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      await change(answerClosure, { id: String(id), agrees, reason: words }, newIntent());
      await queries.invalidateQueries({ queryKey: [listMyClosures.topic] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    }
    setBusy(false);
  };
  return (
    <li>
      <p>
        <b>{name}</b> ({account}): {requester} asked for it on {formatMoment(at)}. {reason}
      </p>
      {agreed !== null && (
        <p>You agreed on {formatMoment(agreed)}. It is closed once the desk has agreed, too.</p>
      )}
      <Textarea
        label="What the desk is to know"
        description="Needed where you decline."
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        error={failure}
        autosize
        minRows={2}
      />
      <Group mt="sm">
        {agreed === null && (
          <Button loading={busy} onClick={() => void answer(true)}>
            Agree
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={() => void answer(false)}>
          {agreed === null ? 'Decline' : 'Decline after all'}
        </Button>
      </Group>
    </li>
  );
}
