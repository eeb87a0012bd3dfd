import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerMyAttestation, type GivenAnswers } from '#calls/attestation-answers.ts';
import { grouped } from '#kernel/written.ts';
import { change } from '#web/data/call.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { AttestedThings } from '#web/generic/attestation/things.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { myAttestationQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

/** What one has to confirm, hand over or give up; nothing where there is no question. */
export function AttestationPart() {
  const queries = useQueryClient();
  const questions = dataOf(useLoad(myAttestationQuery()));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!questions || questions.things.length === 0) return null;
  const { waiting, things } = questions;
  const send = async (answers: GivenAnswers): Promise<string | null> => {
    try {
      await change(answerMyAttestation, answers, newIntent());
      await queries.invalidateQueries({ queryKey: [answerMyAttestation.topic] });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.message;
    }
  };
  const confirmAll = async () => {
    setBusy(true);
    setFailure(await send({ remaining: 'confirmed' }));
    setBusy(false);
  };
  const title =
    waiting === 0
      ? 'You have answered all questions'
      : `${grouped(waiting)} ${waiting === 1 ? 'thing asks' : 'things ask'} for your confirmation`;
  return (
    <Card
      title={title}
      head={
        waiting > 0 && (
          <Button variant="default" size="xs" loading={busy} onClick={() => void confirmAll()}>
            {waiting === things.length ? 'Confirm all' : 'Confirm all that remain'}
          </Button>
        )
      }
    >
      {failure !== null && (
        <p role="alert" className={classes.none}>
          {failure}
        </p>
      )}
      <AttestedThings things={things} onSend={send} />
    </Card>
  );
}
