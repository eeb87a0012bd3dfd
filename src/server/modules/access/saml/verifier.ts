import { Worker } from 'node:worker_threads';
import { type IdentityProvider, SignInUnavailable } from './identity-provider.ts';
import type { Message } from './message.ts';
import { SamlRefusal } from './refusal.ts';
import type { ServiceProvider } from './service-provider.ts';
import { UnknownSignature, type VerifiedAnswer } from './verify.ts';

/** A thousand groups take a tenth of a second; the rest is for a busy machine and the thread's start. */
const patienceMs = 15_000;
/** Some seconds' work. */
const mostWaiting = 200;

/** A question to the thread. */
export interface Question {
  message: Message;
  provider: IdentityProvider;
}

/** Its answer; errors do not keep their class from thread to thread. */
export type Verdict =
  | { kind: 'verified'; answer: VerifiedAnswer }
  | { kind: 'refused'; reason: string; unknownSignature: boolean }
  | { kind: 'failed'; message: string };

/**
 * Verifies answers on a thread of its own, one after the other, so that no message holds up other requests
 * however long it takes. One that takes too long ends with its thread, and the next begins a new one.
 */
export class AnswerVerifier {
  readonly #own: ServiceProvider;
  #worker: Worker | null = null;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(own: ServiceProvider) {
    this.#own = own;
  }

  /** Starts the thread while the person is at the provider. */
  warm(): void {
    this.#thread();
  }

  /**
   * As `verifyAnswer` does.
   * @throws SamlRefusal, UnknownSignature
   * @throws SignInUnavailable when too many wait already, or this one took too long.
   */
  verify(message: Message, provider: IdentityProvider): Promise<VerifiedAnswer> {
    if (this.#waiting >= mostWaiting) {
      return Promise.reject(new SignInUnavailable('too many answers wait to be verified'));
    }
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#send({ message, provider })).finally(() => (this.#waiting -= 1));
    this.#last = turn.catch(() => null);
    return turn.then(answerOf);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), {
      workerData: this.#own,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const forget = () => {
      if (this.#worker === worker) this.#worker = null;
    };
    worker.on('error', forget).on('exit', forget).unref();
    this.#worker = worker;
    return worker;
  }

  #send(question: Question): Promise<Verdict> {
    const worker = this.#thread();
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(() => {
        settle(() => reject(new SignInUnavailable('an answer took too long to verify')));
        void worker.terminate();
      }, patienceMs);
      const onMessage = (verdict: Verdict) => settle(() => resolve(verdict));
      const onError = (error: Error) => settle(() => reject(error));
      const onExit = () => settle(() => reject(new Error('The thread that verifies answers has ended.')));
      const settle = (finish: () => void) => {
        clearTimeout(tooLong);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        finish();
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(question);
    });
  }
}

function answerOf(verdict: Verdict): VerifiedAnswer {
  if (verdict.kind === 'verified') return verdict.answer;
  if (verdict.kind === 'failed') throw new Error(verdict.message);
  throw verdict.unknownSignature ? new UnknownSignature(verdict.reason) : new SamlRefusal(verdict.reason);
}
