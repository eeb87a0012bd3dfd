import { createHmac } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import type { TakenHook } from '../hook-receiver.ts';
import type { TestCloud } from './clouds.ts';

interface Declared {
  access?: readonly string[];
  providers?: readonly string[];
  services?: readonly string[];
  /** As the template has them, one a line. */
  policies?: string | null;
  webhook?: string | null;
  required?: boolean;
  kind?: string;
}

let made = 0;

/** Adds a template with a baseline; answers what a request has that wants it. */
export async function addBaseline(
  db: Database,
  { kind: own, baseline }: TestCloud,
  {
    access = [],
    providers = [],
    services = [],
    policies = null,
    webhook = null,
    required = false,
    kind = own,
  }: Declared,
): Promise<Record<string, string>> {
  const name = `Baseline ${++made} of ${kind}`;
  await db.query(
    `INSERT INTO request_templates (name, kind, missing_tags_emails, regions, budget_currency, budget_thresholds,
       group_access, resource_providers, google_services, azure_policies, awaited_webhook, baseline_required)
     VALUES ($1, $2, '[]', '[]', 'USD', '80', $3, $4, $5, $6, $7, $8)`,
    [
      name,
      kind,
      ...[access, providers, services].map((one) => JSON.stringify(one)),
      policies,
      webhook,
      required,
    ],
  );
  return { [baseline]: name };
}

/** What a webhook was told of the answer that is waited for. */
export interface WantedAnswer {
  id: string;
  url: string;
  by: string;
}

export const wantedBy = ({ body }: TakenHook): WantedAnswer => body.data['answer'] as WantedAnswer;

/** The headers of an answer by somebody with the secret. @param at seconds since 1970 */
export function signedAnswer(secret: string, id: string, body: string, at = Math.floor(Date.now() / 1000)) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signed}` };
}

interface Sent {
  id?: string;
  /** Seconds since 1970. */
  at?: number;
  body?: string;
  /** What is sent in place of what was signed. */
  sent?: string;
  signature?: string;
}

/** Sends an answer as a receiver does who has the secret, or as somebody who has not. */
export async function sendAnswer(
  secret: string,
  wanted: WantedAnswer,
  { id = wanted.id, at, body = '{"outcome":"done"}', sent = body, signature }: Sent = {},
): Promise<{ status: number; text: string }> {
  const headers = {
    'content-type': 'application/json',
    ...signedAnswer(secret, id, body, at),
    ...(signature !== undefined && { 'webhook-signature': signature }),
  };
  const response = await fetch(wanted.url, { method: 'POST', headers, body: sent });
  return { status: response.status, text: await response.text() };
}
