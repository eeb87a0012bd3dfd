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

/** Webhooks of the portal, for whoever waits for what one of them answers. */
export interface AwaitedWebhooks {
  /**
   * Tells one webhook something, whichever events it wants; answers the id of the message, or a sentence why nothing is told.
   * @param told what it is about by its `id`, and when it was
   */
  tell: (
    tx: PoolClient,
    webhook: number,
    event: string,
    told: { id: number; at: string } & Record<string, unknown>,
  ) => Promise<{ message: string } | { refused: string }>;
  /** Tells it no more. */
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
