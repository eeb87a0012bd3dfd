import { afterEach, expect } from 'vitest';
import type { Api, Row } from './api.ts';
import { startHookReceiver, type HookReceiver } from './hook-receiver.ts';
import type { TestPortal } from './portal.ts';

/** How a portal is started that may call receivers on this machine. */
export const HOOKS_ON_LOOPBACK = { WEBHOOK_NETWORKS: '127.0.0.1' };

/** A webhook with its receiver. */
export interface Hooked {
  webhook: Row;
  receiver: HookReceiver;
  secret: string;
}

/** A delivery as the log has it. */
export interface Logged extends Row {
  event: string;
  state: string;
  attempts: number;
  status_code: number | null;
  answer: string | null;
  error: string | null;
}

/** What tests of one portal do with webhooks; each test begins without any. */
export function webhooksOf(portal: TestPortal & { api: Api }) {
  const receivers: HookReceiver[] = [];
  let made = 0;
  afterEach(async () => {
    await portal.db.query('DELETE FROM webhook_deliveries');
    await portal.db.query('DELETE FROM webhooks');
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });
  return {
    /** Makes a webhook that wants these events, with a receiver that takes them. */
    hook: async (events: readonly string[]): Promise<Hooked> => {
      const receiver = await startHookReceiver();
      receivers.push(receiver);
      const body = { name: `Receiver ${++made}`, url: receiver.url, events };
      const created = await portal.api.post('/webhooks', body);
      expect(created.status, created.text).toBe(201);
      const webhook = created.body.data;
      const answer = await portal.api.post<{ secret: string }>(`/webhooks/${webhook.id}/new_secret`);
      expect(answer.status, answer.text).toBe(201);
      return { webhook, receiver, secret: answer.body.data.secret };
    },

    /** The log of a webhook, the first delivery first. */
    logOf: async ({ webhook }: Hooked): Promise<Logged[]> => {
      const { body } = await portal.api.get<Logged[]>(
        `/webhook_deliveries?by_webhook=${encodeURIComponent(String(webhook['name']))}&sort=created_at&page=1&per_page=100`,
      );
      return body.data;
    },

    /** Has what waits for its next try be tried now. */
    passTime: async (): Promise<void> => {
      await portal.db.query(`UPDATE webhook_deliveries SET next_try = now() WHERE state = 'waiting'`);
    },
  };
}

/** Waits until a receiver has taken so many requests. */
export async function expectTaken({ receiver }: Hooked, count: number): Promise<void> {
  await expect.poll(() => receiver.taken.length, { timeout: 60_000, interval: 20 }).toBe(count);
}
