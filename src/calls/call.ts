import type { z } from 'zod';
import type { Ability } from '#kernel/rights.ts';

/** Members by their names, of which no other is taken. */
export type Members = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** What every call says of itself. */
interface Said<P extends Members, Q extends Members, B extends Members> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with what is particular as `:id`. */
  path: string;
  /** Who may make it. */
  right: Ability;
  /** What it costs; `heavy` is read of whole runs or months, a few at once. `light` by default. */
  weight?: 'light' | 'heavy';
  /** Whose changes make its answer another one, as the cache of a page knows them. */
  topic: string;
  /** The heading and the sentences of the API description. */
  tag: string;
  summary: string;
  description?: string;
  /** What its success is, as a sentence without a full stop. */
  success: string;
  status?: 200 | 201 | 202;
  /** Statuses of its own refusals, beside those that every call can have. */
  refusals?: readonly number[];
  /** What stands in the path; what is wrong in it is not there. */
  params?: P;
  /** What stands behind `?`; an empty text counts as not given. */
  query?: Q;
  body?: B;
  /** The name in which the body may be wrapped. */
  wrapper?: string;
}

/** A call of the API: written once, and served, described, asked and tested by it. Its answer is `{ data }`. */
export interface Call<
  P extends Members = Members,
  Q extends Members = Members,
  B extends Members = Members,
  A extends z.ZodType = z.ZodType,
> extends Said<P, Q, B> {
  data: A;
}

/** A call that answers a file. */
export interface FileCall<
  P extends Members = Members,
  Q extends Members = Members,
  B extends Members = Members,
> extends Said<P, Q, B> {
  /** The media type. */
  file: string;
}

type None = z.ZodObject<Record<never, never>>;

/** Declares a call. */
export const defineCall = <
  A extends z.ZodType,
  P extends Members = None,
  Q extends Members = None,
  B extends Members = None,
>(
  call: Call<P, Q, B, A>,
): Call<P, Q, B, A> => call;

/** Declares a call that answers a file. */
export const defineFileCall = <P extends Members = None, Q extends Members = None, B extends Members = None>(
  call: FileCall<P, Q, B>,
): FileCall<P, Q, B> => call;

/** What a call without such members takes of them. */
type Given<T> = string extends keyof T ? unknown : T;

/** What a call is made with, all of it by name. Ids may be numbers. */
export type InputOf<C> =
  C extends Said<infer P, infer Q, infer B>
    ? Given<{ [K in keyof z.input<P>]: string | number }> & Given<z.input<Q>> & Given<z.input<B>>
    : never;

/** The `data` of an answer. */
export type DataOf<C> = C extends { data: infer A extends z.ZodType } ? z.output<A> : never;
