import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { Values } from '#kernel/input.ts';
import type { DeploymentKind } from '#resources/cloud-deployments.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Ids, Step } from './step.ts';

/** A deployment whose steps are all done. */
export interface Made {
  id: number;
  name: string;
  request: Values;
  ids: Ids;
  costCenter: string | null;
  owner: string | null;
}

/** How deployments of a kind are made. */
export interface Procedure {
  kind: DeploymentKind;
  /** Its steps in their order, which follow from the request. */
  steps: (request: Values) => readonly Step[];
  /** The identifier in the inventory; null as long as it is not known. */
  identifier: (ids: Ids, request: Values) => string | null;
  /** Stores what was made, in the transaction that ends the deployment. */
  finish: (tx: PoolClient, made: Made, who: Who) => Promise<void>;
  /** Refuses to go on with one that has failed where it no longer may be done. @throws {Refusal} 409 */
  mayGoOn?: (tx: PoolClient, row: { id: number; request: Values }, who: Who) => Promise<void>;
  /** Refuses who may not have it made, where that is not who works with the cloud factory. @throws {Refusal} 401, 403 */
  guard?: Guard;
  /** The words of mails about its end, where nothing new is made of it. */
  words?: EndWords;
  /** Whether no mail is sent when one of a batch is done: its requester follows all of them on the page of the batch. */
  quietInBatch?: true;
}

/** Answers who makes a request, unless they may not. */
export type Guard = (request: FastifyRequest) => Who;

/** The words of mails about the end of a deployment, after its kind and its name. */
export interface EndWords {
  /** Such as 'is updated'. */
  done: string;
  lines: readonly string[];
  /** Such as 'could not be updated everywhere'. */
  failed: string;
  /** What to do where it is too late to cancel it, as a sentence. */
  late?: string;
}
