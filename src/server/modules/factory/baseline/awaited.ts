import type { PoolClient } from 'pg';
import type { EngineServices } from '#server/engine/services.ts';

/** A message whose sender says that they have the secret of a webhook. */
export interface SignedMessage {
  id: string;
  /** Seconds since 1970, as it was sent. */
  timestamp: string;
  /** As many signatures as the sender likes. */
  signature: string;
  /** As it was sent. */
  body: Buffer;
}

/** Webhooks of the portal, for work that waits for the answer of one of them. */
export interface AwaitedWebhooks {
  /**
   * Sends a message to one webhook, whichever events it has chosen. Returns the id of the message, or a sentence why none is sent.
   * @param details the `id` of what the message is about, its moment, and what else the receiver needs
   */
  send: (
    tx: PoolClient,
    webhook: number,
    event: string,
    details: { id: number; at: string } & Record<string, unknown>,
  ) => Promise<{ message: string } | { refused: string }>;
  /** Gives up a message that was not delivered yet. */
  withdraw: (tx: PoolClient, message: string, why: string) => Promise<void>;
  /** Why a message was not delivered so far; null where it was, or was not tried. */
  troubleOf: (message: string) => Promise<string | null>;
  /** Whether somebody with the secret of a webhook has signed a message a short time ago. */
  isSigned: (tx: PoolClient, webhook: number, message: SignedMessage) => Promise<boolean>;
}

/** The parts of what follows once an account is made. */
export interface BaselineParts {
  services: EngineServices;
  webhooks: AwaitedWebhooks;
  publicUrl: string;
}
