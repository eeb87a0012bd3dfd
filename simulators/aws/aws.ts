import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { simulatorAccess } from '#server/providers/common/simulator-access.ts';
import { Faults } from '../faults/faults.ts';
import { withFault } from '../faults/with-fault.ts';
import { serve } from '../serve/serve.ts';
import { denied, dialectOf, errorAnswer, protocolOf, send, type Answer } from './answers.ts';
import { settleClosing } from './closing.ts';
import { openState } from './open-state.ts';
import { settleAccounts } from './organizations.ts';
import { settleRecords } from './provisioned-products.ts';
import { servicesOf } from './services.ts';
import type { Key } from './signature.ts';
import { MANAGEMENT_ACCOUNT, type Initial, type State } from './state.ts';
import type { KnownKey } from './sts.ts';
import { WireError } from './wire.ts';

/** The key of the management account that every simulated AWS knows. */
export const SIMULATOR_KEY: Key = simulatorAccess.aws;

export type { Initial };

export interface AwsOptions {
  /** Where what is known is kept; without it, it is forgotten with the simulator. */
  stateFile?: string;
  /** The content at the first start, loaded with the first call; a kept state goes before it. */
  initial?: Initial | (() => Promise<Initial>);
  /** How long what AWS does by itself takes: an account, a region, an assignment, an update. */
  delaySeconds?: number;
  /** How long after it was made an account is known to all of AWS: until then it is refused as if it were not there or not ours. */
  rightsAfterSeconds?: number;
  /** How many accounts may be on their way at once. */
  accountsAtOnce?: number;
  mostAccounts?: number;
  /** How many accounts may be closed within 30 days; by default a tenth of them, at least ten. */
  mostClosures?: number;
  /** How long a closed account is listed before it is gone. Default: 90 days. */
  closedForSeconds?: number;
  /** Whether IAM Identity Center has an instance in the region that is called. */
  identityCenter?: boolean;
  /** Milliseconds since 1970; clocks jump in tests. */
  now?: () => number;
}

export interface AwsSimulator {
  /** Without a slash at the end. */
  url: string;
  faults: Faults;
  /** All that it knows, as it is by now; tests may change it. */
  state: State;
  /** A key by its id: the portal's own, and those that STS has lent. */
  keyOf: (id: string) => KnownKey | undefined;
  /** Lets updates of provisioned products in an account fail with this reason. */
  failUpdates: (account: string, reason: string) => void;
  /** Lets updates in every account work again. */
  mendUpdates: () => void;
  close: () => Promise<void>;
}

const CLOSED_FOR_SECONDS = 90 * 24 * 3600;

/** Operations that change nothing. */
const READING = /^(List|Describe|Get|Search|Scan|Select|AssumeRole)/;

/**
 * AWS as far as accounts are made and looked after, on a free port of this machine: AWS JSON 1.1, REST and query
 * protocols, each request signed. The work of AWS itself takes `delaySeconds`; everything else is at once.
 */
export async function startAws(options: AwsOptions = {}): Promise<AwsSimulator> {
  const { delaySeconds = 2, accountsAtOnce = 5, mostAccounts = 20_000, now = Date.now } = options;
  const { identityCenter = true, rightsAfterSeconds = 0, mostClosures = null } = options;
  const closedForMs = (options.closedForSeconds ?? CLOSED_FOR_SECONDS) * 1000;
  const delayMs = delaySeconds * 1000;
  const faults = new Faults();
  const failing = new Map<string, string>();
  const { state, save, filled } = openState(options.stateFile, options.initial ?? {}, now());
  const keys = new Map<string, KnownKey>([
    [SIMULATOR_KEY.accessKeyId, { ...SIMULATOR_KEY, account: MANAGEMENT_ACCOUNT }],
  ]);
  const limits = {
    delayMs,
    rightsAfterMs: rightsAfterSeconds * 1000,
    accountsAtOnce,
    mostAccounts,
    mostClosures,
    closedForMs,
    identityCenter,
  };
  const read = servicesOf({ state, keys, failing, limits, now });
  let isKept = true;
  const settle = () => {
    if (settleAccounts(state, now(), mostAccounts)) isKept = false;
    if (settleClosing(state, now(), closedForMs)) isKept = false;
    settleRecords(state, now());
  };

  const perform = async (request: IncomingMessage, body: Buffer): Promise<Answer | null> => {
    await filled();
    const { operation, work } = read(request, body);
    return withFault(faults, operation, dialectOf(request), async (fault) => {
      if (fault === 'denied') throw denied(request, operation);
      settle();
      let text = work(fault === 'stuck');
      if (fault === 'conflict') {
        // The call that nobody heard of is done and over; this one comes second.
        for (const one of Object.values(state.accountRequests)) one.readyAt &&= Math.min(one.readyAt, now());
        settle();
        text = again(work);
      }
      settle();
      if (!isKept || !READING.test(operation)) {
        isKept = true;
        await save();
      }
      return { status: 200, body: text };
    });
  };

  const server = await serve((request, response) => {
    const protocol = protocolOf(request);
    void buffer(request)
      .then((body) => perform(request, body))
      .catch((error: unknown) => errorAnswer(error, protocol))
      .then((answer) => send(response, answer, protocol));
  });
  return {
    url: server.url,
    faults,
    get state() {
      settle();
      return state;
    },
    keyOf: (id) => keys.get(id),
    failUpdates: (account, reason) => void failing.set(account, reason),
    mendUpdates: () => failing.clear(),
    close: async () => {
      faults.clear();
      await server.close();
    },
  };
}

/** The error of the second of two equal calls; where AWS would take it, that somebody else changes the same. */
function again(work: (stuck: boolean) => string): string {
  const text = work(false);
  if (text.includes('CreateAccountStatus')) return text;
  throw new WireError(
    'ConcurrentModificationException',
    'The target of the operation is currently being modified by a different request. Try again later.',
    409,
  );
}
