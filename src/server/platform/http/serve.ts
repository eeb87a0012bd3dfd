import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { AnswerOf, Call, DataOf, FileCall, PlainCall, PreviewOf } from '#calls/call.ts';
import type { Door, Hold, Made, Outcome, PlainDoor } from './door.ts';
import { checked, routeCall } from './route-call.ts';
import { checkedStream } from './answer-checks.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The data of a change whose success has another status than the call's own. */
export class WithStatus<T> {
  readonly status: 200 | 201 | 202;
  readonly data: T;

  constructor(status: 200 | 201 | 202, data: T) {
    this.status = status;
    this.data = data;
  }
}

/** The data of a change as the database has written them: JSON, which nobody reads on the way. */
export class WrittenData {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** The whole answer of a change with the other success that its call declares (`otherSuccess`), as JSON. */
export class OtherAnswer {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** The answer in place of a change of which only a preview was requested. */
export class Previewed<T> {
  readonly answer: T;

  constructor(answer: T) {
    this.answer = answer;
  }
}

/** The answer of a change: its data, or of a call with `meta` the whole answer. */
type Changed<C> =
  AnswerOf<C> extends { meta: unknown }
    ? AnswerOf<C>
    : DataOf<C> | WithStatus<DataOf<C>> | WrittenData | OtherAnswer;
type Change<C> = (tx: PoolClient) => Promise<Changed<C>>;

/** The work around a change: before its transaction begins, and after it is committed. */
type Around<C> = (change: () => Promise<FastifyReply>, made: Made<C>) => Promise<FastifyReply>;

/** Serves a call that changes nothing, or is carried out each time that it comes; `answer` makes its `data`. */
export function serve<C extends Call>(
  door: PlainDoor,
  call: C,
  answer: (made: Made<C>, reply: FastifyReply) => Promise<DataOf<C>>,
): void {
  routeCall(door, call, async (made, reply) => checked(door, call, { data: await answer(made, reply) }));
}

/** Serves a call whose handler makes the whole answer: `data` and `meta`, or what the specification fixes. */
export function serveWhole<C extends Call | PlainCall>(
  door: PlainDoor,
  call: C,
  answer: (made: Made<C>, reply: FastifyReply) => Promise<AnswerOf<C>>,
): void {
  routeCall(door, call, async (made, reply) => checked(door, call, await answer(made, reply)));
}

/** Serves a call whose answer is written as JSON by the database, or streamed in portions. */
export function serveJson<C extends Call | PlainCall>(
  door: PlainDoor,
  call: C,
  answer: (made: Made<C>, reply: FastifyReply) => Promise<string | Readable>,
): void {
  routeCall(door, call, async (made, reply) => {
    const json = await answer(made, reply);
    const check = (text: string) => void checked(door, call, JSON.parse(text));
    if (door.checksAnswers && typeof json === 'string') check(json);
    const isChecked = door.checksAnswers && typeof json !== 'string';
    return reply.type(JSON_TYPE).send(isChecked ? checkedStream(json, check) : json);
  });
}

/** Serves a call that answers a file. */
export function serveFile<C extends FileCall>(
  door: PlainDoor,
  call: C,
  file: (made: Made<C>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  routeCall(door, call, file);
}

/**
 * Serves a call that changes something: in one transaction, and once however often its key comes.
 * @param around what is done before the transaction and after it, such as waking the job that was enqueued in it
 */
export function serveChange<C extends Call>(
  door: Door,
  call: C,
  change: (tx: PoolClient, made: Made<C>) => Promise<Changed<C>>,
  around: Around<C> = (work) => work(),
): void {
  routeCall(door, call, (made, reply) =>
    around(() => onceOf(door, call, made, reply)((tx) => change(tx, made)), made),
  );
}

/** Makes a change in a transaction of its own, once for all requests with one key, and sends its answer. */
export type Once<C extends Call> = (change: Change<C>) => Promise<FastifyReply>;

const onceOf =
  <C extends Call>(door: Door, call: C, { request }: Made<C>, reply: FastifyReply): Once<C> =>
  (change) =>
    door.once(request, reply, async (tx) => outcomeOf(door, call, await change(tx)));

/**
 * Serves a change whose handler says when its transaction begins, where what it does depends on what was sent.
 * @param work answers what `once` answers, or data where nothing is changed, or the change is a single statement
 */
export function serveOnce<C extends Call>(
  door: Door,
  call: C,
  work: (
    made: Made<C>,
    once: Once<C>,
    reply: FastifyReply,
  ) => Promise<FastifyReply | WithStatus<DataOf<C>> | WrittenData>,
): void {
  routeCall(door, call, async (made, reply) => {
    const done = await work(made, onceOf(door, call, made, reply), reply);
    if (!(done instanceof WithStatus || done instanceof WrittenData)) return done;
    const { status, body } = outcomeOf(door, call, done);
    return reply.status(status).type(JSON_TYPE).send(body);
  });
}

/**
 * Serves a change that something goes before, such as looking at another system, or of which there is a preview.
 * @param prepare answers the change, or the preview; it is done for each request, also for one that comes again
 * @param after what is done once the change is committed
 */
export function servePrepared<C extends Call>(
  door: Door,
  call: C,
  prepare: (made: Made<C>, reply: FastifyReply) => Promise<Previewed<PreviewOf<C>> | Change<C>>,
  after: () => void = () => undefined,
): void {
  routeCall(door, call, async (made, reply) => {
    const change = await prepare(made, reply);
    if (!(change instanceof Previewed)) {
      const answer = await onceOf(door, call, made, reply)(change);
      after();
      return answer;
    }
    return sendPreview(door, call, change, reply);
  });
}

const sendPreview = <C extends Call>(
  door: Door,
  call: C,
  { answer }: Previewed<PreviewOf<C>>,
  reply: FastifyReply,
) => reply.status(200).send(checked(door, call, answer, call.preview?.answer ?? z.never()));

/**
 * Serves a change that needs another system.
 * @param prepare calls it, without a transaction, and answers the change that keeps what came of it
 * @param preview answers what would be changed where only that is requested, which needs no key; else null
 */
export function serveChangeAfter<C extends Call>(
  door: Door,
  call: C,
  prepare: (hold: Hold, made: Made<C>) => Promise<Change<C>>,
  {
    around = (work) => work(),
    preview = async () => null,
  }: { around?: Around<C>; preview?: (made: Made<C>) => Promise<Previewed<PreviewOf<C>> | null> } = {},
): void {
  const onceAfter = (made: Made<C>, reply: FastifyReply) =>
    door.onceAfter(made.request, reply, async (hold) => {
      const change = await prepare(hold, made);
      return async (tx) => outcomeOf(door, call, await change(tx));
    });
  routeCall(door, call, async (made, reply) => {
    const shown = await preview(made);
    return shown ? sendPreview(door, call, shown, reply) : around(() => onceAfter(made, reply), made);
  });
}

function outcomeOf<C extends Call>(
  door: Door,
  call: C,
  changed: Changed<C> | WithStatus<DataOf<C>> | WrittenData,
): Outcome {
  if (changed instanceof OtherAnswer) {
    const { status, answer } = call.otherSuccess ?? {};
    if (status === undefined) throw new Error(`${call.path} declares no other success.`);
    if (door.checksAnswers) checked(door, call, JSON.parse(changed.json), answer);
    return { status, body: changed.json };
  }
  if (changed instanceof WrittenData) {
    const body = `{"data":${changed.json}}`;
    if (door.checksAnswers) checked(door, call, JSON.parse(body));
    return { status: call.status ?? 200, body };
  }
  const own: WithStatus<unknown> =
    changed instanceof WithStatus ? changed : new WithStatus(call.status ?? 200, changed);
  return { status: own.status, body: checked(door, call, call.meta ? own.data : { data: own.data }) };
}
