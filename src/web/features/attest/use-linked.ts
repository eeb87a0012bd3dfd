import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf } from '#calls/call.ts';
import type {
  answerByLink,
  finishByLink,
  GivenAnswers,
  Linked,
  lookAtAttestation,
} from '#calls/attestation-answers.ts';
import { api, ApiError, newIntent } from '#web/data/client.ts';

/*
 * Strangers open this page, and wait for no more than it needs: it knows of the calls their types alone.
 */

const PATH = '/attest';

/** What a link asks about: loading, there, finished, or why it is not. */
export type LinkState =
  | { is: 'loading' }
  | { is: 'there'; linked: Linked }
  | { is: 'finished'; answered: number }
  /** `over`: the link is not good, or not any more. */
  | { is: 'failed'; reason: string; over: boolean };

/** What the link of a mail asks about, and the answers by it. */
export function useLinked(credential: string) {
  const [state, setState] = useState<LinkState>({ is: 'loading' });
  const [round, setRound] = useState(1);
  const query = { credential };
  const fail = useCallback((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setState({ is: 'failed', reason: error.message, over: error.status === 403 });
  }, []);
  useEffect(() => {
    const leaves = new AbortController();
    const { signal } = leaves;
    api
      .get<AnswerOf<typeof lookAtAttestation>>(PATH, { query: { credential }, signal })
      .then(({ data }) => setState({ is: 'there', linked: data }))
      .catch((error: unknown) => {
        if (!signal.aborted) fail(error);
      });
    return () => leaves.abort();
  }, [credential, round, fail]);

  /** Null once they are kept, else why they were not. */
  const send = async (answers: GivenAnswers): Promise<string | null> => {
    try {
      const intent = newIntent();
      const { data } = await api.post<AnswerOf<typeof answerByLink>>(PATH, answers, { query, intent });
      setState({ is: 'there', linked: data });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 403) fail(error);
      return error.message;
    }
  };
  const finish = async (): Promise<string | null> => {
    try {
      const intent = newIntent();
      const { data } = await api.post<AnswerOf<typeof finishByLink>>(`${PATH}/finish`, undefined, {
        query,
        intent,
      });
      setState({ is: 'finished', answered: data.answered });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 403) fail(error);
      return error.message;
    }
  };
  const retry = () => {
    setState({ is: 'loading' });
    setRound((now) => now + 1);
  };
  return { state, send, finish, retry };
}
