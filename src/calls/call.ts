import type { z } from 'zod';
import type { Ability } from '#kernel/rights.ts';

/** Members by their names, of which no other is taken. */
export type Members = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** What somebody may do with the records of a model. */
export interface RecordRight {
  model: string;
  action: 'read' | 'create' | 'update' | 'delete' | 'export';
}

/**
 * Who may make a call: who has an ability, who may do something with the records of a model, or all of several such things, who
 * may request a report, who may see the records of any model, everybody who is signed in, or anybody at all.
 */
export type Right =
  | Ability
  | RecordRight
  | { every: readonly RecordRight[] }
  | { report: string }
  | 'see_records'
  | 'signed_in'
  | 'public';

/** The preview of a change, which is requested in the body. */
export interface Preview<A extends z.ZodType = z.ZodType> {
  /** The member of the body that is true then; `dry_run` by default. */
  member?: 'dry_run' | 'preview';
  /** Its name, as a sentence without a full stop. */
  success: string;
  /** The whole answer. */
  answer: A;
}

/** A refusal with a sentence of its own in the description, or with an answer that has more than that of others. */
export interface OwnRefusal {
  status: number;
  /** When it comes, as a sentence without a full stop. */
  when: string;
  answer?: z.ZodType;
}

/** The members of every call. */
interface CommonParts<P extends Members, Q extends Members, B extends Members> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api, with what is particular as `:id`. */
  path: string;
  right: Right;
  /**
   * What somebody gets of it who sees their own records only (`seesOwnOnly`): the rows that are theirs, or what is about
   * themselves. Without it they are refused.
   */
  owners?: 'rows' | 'self';
  /**
   * Its cost; `light` by default. A call that is `long` or `heavy` adds up whole runs or months, and takes turns with the others.
   * Of what is `limited`, `heavy`, or an `upload`, which takes a file, one person makes a few at once.
   */
  weight?: 'light' | 'limited' | 'long' | 'heavy' | 'upload';
  /** The key in the cache of a page under which its answer is kept: what is changed there is fetched anew. */
  topic: string;
  /** The heading and the sentences of the API description. */
  tag: string;
  /** Its name in the API description, where the one that follows from its path is that of another call. */
  operationId?: string;
  summary: string;
  description?: string;
  /** Its success, as a sentence without a full stop. */
  success: string;
  status?: 200 | 201 | 202;
  /** Another status of success, such as 200 where what is created exists already, with its whole answer where it has another. */
  otherSuccess?: { status: 200 | 201 | 202; success: string; answer?: z.ZodType };
  /** Statuses of its own refusals, beside those that every call can have. */
  refusals?: readonly (number | OwnRefusal)[];
  /** Whether its days are those of the caller, whose time zone is in a header. */
  zoned?: boolean;
  /** Whether it may say in a header why it is made. */
  reasoned?: boolean;
  /** The parameters of the path; a wrong one is answered by 404. */
  params?: P;
  /** The parameters of the query; an empty text counts as not given. */
  query?: Q;
  /** That the handler reads the query, whose members follow from the registry: `query` describes it, and it comes unread. */
  checksQuery?: 'handler';
  body?: B;
  /** That there must be a body, also where nothing of it must be given. */
  needsBody?: true;
  /** That the handler checks the body, together with what only other systems know of it: `body` describes it, and it comes unread. */
  checksBody?: 'handler';
  /** The names in which the body may be wrapped. */
  wrapper?: string | readonly string[];
  /** The member of the body that is a file in base64; a heavy one comes in parts, and is never a text. */
  fileMember?: string;
  /** That the body is a file as it is, of any type, which the handler reads. */
  takes?: 'file';
  /** Its answer is kept nowhere: it is carried out each time that it comes, and an Idempotency-Key has no effect. */
  keyless?: true;
}

/**
 * A call of the API: written once, and served, described, made and tested by it. Its answer is `{ data }`, or with `meta`
 * `{ data, meta }`.
 */
export interface Call<
  P extends Members = Members,
  Q extends Members = Members,
  B extends Members = Members,
  A extends z.ZodType = z.ZodType,
  M extends z.ZodType = z.ZodType,
  V extends z.ZodType = z.ZodType,
> extends CommonParts<P, Q, B> {
  data: A;
  meta?: M;
  /** The answer with status 200 where only a preview is requested: what the call would do. Nothing is done then. */
  preview?: Preview<V>;
  /** The line of an answer of status 200 to a request that accepts application/x-ndjson. */
  lines?: z.ZodType;
}

/** A call of which the specification fixes an answer that is not `{ data }`. */
export interface PlainCall<
  P extends Members = Members,
  Q extends Members = Members,
  B extends Members = Members,
  A extends z.ZodType = z.ZodType,
> extends CommonParts<P, Q, B> {
  answer: A;
}

/** A call that answers a file. */
export interface FileCall<
  P extends Members = Members,
  Q extends Members = Members,
  B extends Members = Members,
> extends CommonParts<P, Q, B> {
  /** The media type; application/octet-stream is any. */
  file: string;
  /** The header of a CSV file, where all such files have the same. */
  columns?: readonly string[] | undefined;
}

export type AnyCall = Call | PlainCall | FileCall;

type None = z.ZodObject<Record<never, never>>;

/** Declares a call. */
export const defineCall = <
  A extends z.ZodType,
  P extends Members = None,
  Q extends Members = None,
  B extends Members = None,
  M extends z.ZodType = z.ZodUndefined,
  V extends z.ZodType = z.ZodUndefined,
>(
  call: Call<P, Q, B, A, M, V>,
): Call<P, Q, B, A, M, V> => call;

/** Declares a call whose answer is not `{ data }`. */
export const definePlainCall = <
  A extends z.ZodType,
  P extends Members = None,
  Q extends Members = None,
  B extends Members = None,
>(
  call: PlainCall<P, Q, B, A>,
): PlainCall<P, Q, B, A> => call;

/** Declares a call that answers a file. */
export const defineFileCall = <P extends Members = None, Q extends Members = None, B extends Members = None>(
  call: FileCall<P, Q, B>,
): FileCall<P, Q, B> => call;

/** The input of a call without such members. */
type Given<T> = string extends keyof T ? unknown : T;

/** The input of a call, all of it by name. Ids may be numbers. */
export type InputOf<C> =
  C extends CommonParts<infer P, infer Q, infer B>
    ? Given<{ [K in keyof z.input<P>]: string | number }> & Given<z.input<Q>> & Given<z.input<B>>
    : never;

/** The `data` of an answer. */
export type DataOf<C> = C extends { data: infer A extends z.ZodType } ? z.output<A> : never;

/** The query of a call as it was read. */
export type QueryOf<C> = C extends { query?: infer Q extends Members } ? z.output<Q> : never;

/** The whole answer of a preview. */
export type PreviewOf<C> = C extends { preview?: Preview<infer V> } ? z.output<V> : never;

/** The whole answer. */
export type AnswerOf<C> = C extends { answer: infer A extends z.ZodType }
  ? z.output<A>
  : C extends { data: infer A extends z.ZodType; meta?: infer M extends z.ZodType }
    ? M extends z.ZodUndefined
      ? { data: z.output<A> }
      : { data: z.output<A>; meta: z.output<M> }
    : never;
