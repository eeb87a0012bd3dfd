import type { IncomingMessage } from 'node:http';
import { accountOperations } from './accounts.ts';
import { expired } from './answers.ts';
import { budgetOperations } from './budgets.ts';
import type { ClosingLimits } from './closing.ts';
import { configOperations } from './config.ts';
import { identityStoreOperations } from './identity-store.ts';
import { organizations } from './organizations.ts';
import { readingOperations } from './permission-sets.ts';
import { catalogOperations } from './service-catalog.ts';
import { checkSignature } from './signature.ts';
import { ssoOperations } from './sso.ts';
import type { State } from './state.ts';
import { answerSts, type KnownKey } from './sts.ts';
import { WireError, type Json, type Operations } from './wire.ts';

const TARGETS: Record<string, string> = {
  AWSOrganizationsV20161128: 'organizations',
  SWBExternalService: 'sso',
  AWS242ServiceCatalogService: 'servicecatalog',
  StarlingDoveService: 'config',
  AWSIdentityStore: 'identitystore',
  AWSBudgetServiceGateway: 'budgets',
};

interface Limits extends ClosingLimits {
  accountsAtOnce: number;
  mostAccounts: number;
  identityCenter: boolean;
}

interface Parts {
  state: State;
  keys: Map<string, KnownKey>;
  /** Why updates of provisioned products fail, by the account. */
  failing: ReadonlyMap<string, string>;
  limits: Limits;
  now: () => number;
}

/** An operation that was called, and the work that answers its body. */
interface Called {
  operation: string;
  work: (stuck: boolean) => string;
}

type ReadRequest = (request: IncomingMessage, body: Buffer) => Called;

/**
 * All services by what signatures name them.
 * @returns the operation of a request, once its signature is right
 */
export function servicesOf({ state, keys, failing, limits, now }: Parts): ReadRequest {
  const services: Record<string, Operations> = {
    organizations: organizations(state, limits),
    sso: { ...ssoOperations(state, limits), ...readingOperations(state) },
    identitystore: identityStoreOperations(state),
    servicecatalog: catalogOperations(state, limits.delayMs, failing),
    config: configOperations(state),
    account: accountOperations(state, limits),
    budgets: budgetOperations(state),
  };
  return (request, body) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const signed = { method: request.method ?? 'GET', path, headers: request.headers, body };
    const { service, key } = checkSignature(signed, (id) => keys.get(id), now());
    if (key.endsAt !== undefined && key.endsAt < now()) throw expired();
    const text = body.toString();
    if (service === 'sts') {
      const form = new URLSearchParams(text);
      const { rightsAfterMs } = limits;
      const work = () => answerSts(form, key, { state, keys, rightsAfterMs, now: now() });
      return { operation: form.get('Action') ?? '', work };
    }
    const target = String(request.headers['x-amz-target'] ?? '').split('.');
    const name = service === 'account' ? path.slice(1) : (target[1] ?? '');
    const known = service === 'account' || TARGETS[target[0] ?? ''] === service;
    const perform = known ? services[service]?.[name] : undefined;
    if (!perform) throw new WireError('UnknownOperationException', `Unknown operation ${name}.`, 404);
    const input = JSON.parse(text === '' ? '{}' : text) as Json;
    const work = (stuck: boolean) =>
      JSON.stringify(perform({ input, account: key.account, now: now(), stuck }));
    return { operation: name.charAt(0).toUpperCase() + name.slice(1), work };
  };
}
