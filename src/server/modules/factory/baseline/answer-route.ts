import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { answerQuestion } from '#calls/webhook-answers.ts';
import { conflict, Refusal } from '#kernel/errors.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { limitGuesses } from '#server/platform/http/guesses.ts';
import { keepSentBodies } from '#server/platform/http/sent-body.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { ServedFactory } from '../parts.ts';
import { holdQuestion, keepAnswer, type Question } from './questions.ts';

/** An outcome and a note. */
const LONGEST_BODY = 16_384;

/** One answer for whatever is not right about the address, the signature or the time. */
class Unsigned extends Refusal {
  constructor() {
    super(
      403,
      'This is no answer that is waited for: its address, its signature or its time is not right. Sign it with the secret of the webhook.',
    );
  }
}

/** The call by which a webhook answers, in a scope of its own: its bodies are kept as they were sent. */
export function answerRoute(scope: FastifyInstance, parts: ServedFactory): void {
  const { services, db, webhooks, deployments, queue } = parts;
  const sentBody = keepSentBodies(scope, LONGEST_BODY);
  const { mayGuess, wrong } = limitGuesses(scope, [
    ({ ip }) => ip,
    ({ params }) => String((params as { answer_id?: string }).answer_id).slice(0, 60),
  ]);
  scope.addHook('onRequest', (request) => mayGuess(request));

  /** The question that is answered. @throws {Unsigned} before anything of the answer is looked at */
  const questionOf = async (tx: PoolClient, answerId: string, request: FastifyRequest): Promise<Question> => {
    const { id, timestamp, signature } = signedHeaders(request);
    const question = id === answerId ? await holdQuestion(tx, answerId) : null;
    if (!question) throw new Unsigned();
    const message = { id, timestamp, signature, body: sentBody(request) };
    if (await webhooks.isSigned(tx, question.webhook_id, message)) return question;
    throw new Unsigned();
  };

  serve(openDoor(scope, services), answerQuestion, async (made) => {
    const { params, request } = made;
    await queue.ready();
    try {
      const outcome = await db.transaction(async (tx) => {
        const question = await questionOf(tx, params.answer_id, request);
        const { outcome: answered, note = null } = made.body;
        const hash = request.bodyHash ?? Buffer.alloc(0);
        if (isSame(question, hash)) return answered;
        demandOpen(question);
        await keepAnswer(tx, question, { outcome: answered, note: note || null, hash });
        await deployments.lookNow(tx, question.deployment_id);
        return answered;
      });
      deployments.wake();
      return { outcome };
    } catch (error) {
      if (error instanceof Unsigned) await wrong(request);
      throw error;
    }
  });
  refuseOtherMethods(scope, `/api${answerQuestion.path}`, ['POST']);
}

/** Whether the answer that was kept comes again. */
const isSame = ({ answer_hash: kept }: Question, hash: Buffer) => kept !== null && kept.equals(hash);

/** @throws {Refusal} 409 */
function demandOpen({ outcome, is_over: isOver }: Question): void {
  if (outcome === 'done' || outcome === 'failed')
    throw conflict('This was answered already; the first answer counts.');
  if (outcome === 'late' || isOver)
    throw conflict('The time for this answer is over. Wait for a new question.');
}

function signedHeaders({ headers }: FastifyRequest) {
  const one = (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    id: one('webhook-id'),
    timestamp: one('webhook-timestamp'),
    signature: one('webhook-signature'),
  };
}
