import { z } from 'zod';
import { formatDay } from '#kernel/dates.ts';
import { hoursInWords, type Baseline } from '#resources/baseline.ts';
import { OF_BASELINE } from '#resources/cloud-deployments.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { findDeployment } from '../ledger/rows.ts';
import type { Step, StepAnswer } from '../ledger/step.ts';
import type { BaselineParts } from './awaited.ts';
import { ask, endLate, latestQuestion, type Question } from './questions.ts';

const HOUR = 3600;
/** An answer lets the deployment go on at once; this often it is looked whether its time is over. */
const LOOK_SECONDS = 60;

const inputOf = z.object({ webhook: z.string(), webhook_id: z.int(), hours: z.int() });
type Input = z.infer<typeof inputOf>;

/**
 * Sends a webhook what was made, and waits for its answer. At most one question about an account is open, and it is stored in the same
 * transaction as the message to the webhook: a process that goes on after a crash finds it, answered or not.
 */
export function webhookStep(
  { services: { db }, webhooks, publicUrl }: BaselineParts,
  { name, hours, id }: NonNullable<Baseline['webhook']>,
): Step {
  const waiting = async ({ answer_by: by, message_id: message }: Question): Promise<StepAnswer> => {
    const trouble = await webhooks.troubleOf(message);
    return {
      state: 'waiting',
      note: `'${name}' may answer until ${formatDay(by.slice(0, 10))}, ${by.slice(11, 16)} UTC.${
        trouble === null ? '' : ` It could not be delivered so far: ${trouble}`
      }`,
      lookAgain: LOOK_SECONDS,
    };
  };
  const answered = ({ note }: Question): StepAnswer => ({
    state: 'done',
    note: `'${name}' has answered${note === null ? '.' : `: ${note}`}`,
  });
  const look = async (deployment: number): Promise<StepAnswer | null> => {
    const question = await latestQuestion(db, deployment);
    if (!question) return null;
    if (question.outcome === 'done') return answered(question);
    if (question.outcome === 'failed') throw saidNo(name, question);
    const isLate =
      question.outcome === 'late' ||
      (question.is_over && (await db.transaction((tx) => endLate(tx, webhooks, question))));
    if (isLate) throw tooLate(name, hours);
    return question.is_over ? look(deployment) : waiting(question);
  };
  return {
    name: `${OF_BASELINE}webhook`,
    label: `Wait for the answer of '${name}'`,
    patienceSeconds: (hours + 1) * HOUR,
    input: async (): Promise<Input> => ({ webhook: name, webhook_id: id, hours }),
    // After a failed answer, and after none, the question is sent again.
    find: async ({ deployment }) => {
      const question = await latestQuestion(db, deployment);
      if (question?.outcome === 'done') return answered(question);
      return question?.outcome === null && !question.is_over ? waiting(question) : null;
    },
    call: async ({ deployment, ids }, given) => {
      const { webhook_id: webhook } = inputOf.parse(given);
      const row = await findDeployment(db, deployment);
      const { kind, name: account, identifier, cost_center, owner, requested_by } = row;
      const details = { kind, name: account, identifier, cost_center, owner, requested_by, made: ids };
      const refused = await db.transaction(async (tx) => {
        const before = await latestQuestion(tx, deployment);
        if (before?.outcome === null) await endLate(tx, webhooks, before);
        return ask(tx, webhooks, { deployment, webhook, hours, details, publicUrl });
      });
      if (refused !== null) throw new ProviderFailure('refused', refused);
      const looked = await look(deployment);
      if (!looked) throw new Error('The question was not kept.');
      return looked;
    },
    look: ({ deployment }) => look(deployment),
  };
}

const saidNo = (name: string, { note }: Question) =>
  new ProviderFailure(
    'refused',
    `'${name}' answers that it failed${note === null ? '.' : `: ${sentence(note)}`} Mend that there; Retry asks it again.`,
  );

const tooLate = (name: string, hours: number) =>
  new ProviderFailure(
    'refused',
    `'${name}' did not answer within ${hoursInWords(hours)}. See its deliveries under Webhooks; Retry asks it again.`,
  );

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
