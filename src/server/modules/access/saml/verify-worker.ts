import { parentPort, workerData } from 'node:worker_threads';
import { SamlRefusal } from './refusal.ts';
import type { ServiceProvider } from './service-provider.ts';
import { UnknownSignature, verifyAnswer } from './verify.ts';
import type { Question, Verdict } from './verifier.ts';

/** The thread of `AnswerVerifier`: verifies what it is sent, one answer at a time. */
const own = workerData as ServiceProvider;

parentPort?.on('message', (question: Question) => {
  void judge(question).then((verdict) => parentPort?.postMessage(verdict));
});

async function judge({ message, provider }: Question): Promise<Verdict> {
  try {
    return { kind: 'verified', answer: await verifyAnswer(message, own, provider) };
  } catch (error) {
    if (error instanceof SamlRefusal) {
      return {
        kind: 'refused',
        reason: error.message,
        unknownSignature: error instanceof UnknownSignature,
      };
    }
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
