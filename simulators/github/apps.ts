import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { refusal, type Answer } from './copilot.ts';
import { issuerOf, jwtFault } from './jwt.ts';
import { installationJson } from './objects.ts';

/** An App as GitHub knows it. */
export interface SimulatedApp {
  /** PEM. */
  publicKey: string;
  installations: readonly {
    organization: string;
    /** The granted right to 'GitHub Copilot Business'. */
    copilot: 'write' | 'read' | 'none';
    suspended?: boolean;
  }[];
}

/** The App with an id; null where there is none. */
type FindApp = (appId: string) => Promise<SimulatedApp | null>;
type Right = SimulatedApp['installations'][number]['copilot'];

interface Token {
  organization: string;
  right: Right;
  until: number;
}

/** The Apps, and the tokens that their installations were given. */
export class Apps {
  readonly #app: FindApp;
  readonly #seconds: number;
  readonly #tokens = new Map<string, Token>();

  /** @param seconds how long a token is good for */
  constructor(app: FindApp, seconds: number) {
    this.#app = app;
    this.#seconds = seconds;
  }

  /** `GET /orgs/{org}/installation` */
  async installation(request: IncomingMessage, name: string): Promise<Answer> {
    const found = await this.#signedBy(request);
    if (Array.isArray(found)) return found;
    const at = found.app.installations.findIndex((one) => same(one.organization, name));
    const installation = found.app.installations[at];
    if (!installation) return refusal(404, 'Not Found');
    const { copilot, suspended } = installation;
    return [
      200,
      installationJson({
        id: installationId(found.id, at),
        appId: numberOf(found.id),
        organization: installation.organization,
        permissions: permissionsOf(copilot),
        suspendedAt: suspended ? '2026-01-01T00:00:00Z' : null,
      }),
    ];
  }

  /** `POST /app/installations/{installation_id}/access_tokens` */
  async createToken(request: IncomingMessage, number: string): Promise<Answer> {
    const found = await this.#signedBy(request);
    if (Array.isArray(found)) return found;
    const installation = found.app.installations.find(
      (_, at) => String(installationId(found.id, at)) === number,
    );
    if (!installation) return refusal(404, 'Not Found');
    if (installation.suspended) return refusal(403, 'This installation has been suspended');
    const token = `ghs_${randomBytes(18).toString('base64url')}`;
    const until = Date.now() + this.#seconds * 1000;
    this.#tokens.set(token, { organization: installation.organization, right: installation.copilot, until });
    const permissions = permissionsOf(installation.copilot);
    return [201, { token, expires_at: new Date(until).toISOString(), permissions }];
  }

  /** Who was given a token; null where it is none, or too old. */
  holderOf(token: string): Token | null {
    const held = this.#tokens.get(token);
    return held && held.until >= Date.now() ? held : null;
  }

  forget(token: string): void {
    this.#tokens.delete(token);
  }

  /** The App that a request is signed by, or what GitHub says in its place. */
  async #signedBy(request: IncomingMessage): Promise<{ id: string; app: SimulatedApp } | Answer> {
    const jwt = bearer(request);
    const id = issuerOf(jwt);
    if (id === '') return refusal(401, 'A JSON web token could not be decoded');
    const app = await this.#app(id);
    if (!app) return refusal(404, 'Integration not found');
    const fault = jwtFault(jwt, app.publicKey);
    return fault === null ? { id, app } : refusal(401, fault);
  }
}

export const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export const bearer = (request: IncomingMessage) =>
  (request.headers.authorization ?? '').replace(/^\S+\s+/, '');

const numberOf = (appId: string) => Number(appId.replaceAll(/\D/g, '')) % 1e9;

/** Of the App, and which of its installations it is. */
const installationId = (appId: string, at: number) => numberOf(appId) * 1000 + at + 1;

const permissionsOf = (copilot: Right) => ({
  metadata: 'read',
  ...(copilot !== 'none' && { organization_copilot_seat_management: copilot }),
});
