import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { fill, newState, quarantinePolicy } from './first-state.ts';
import { fillIdentity } from './identity.ts';
import { machineOf, newPortfolio, type Initial, type Machine, type State } from './state.ts';

/** The state of a simulator. */
interface Opened {
  state: State;
  /** Resolves once everything of until then is in the file. */
  save: () => Promise<void>;
  /** Resolves once what is there at the first start was read. */
  filled: () => Promise<void>;
}

/** The state of a file, or a new one. */
export function openState(
  file: string | undefined,
  initial: Initial | (() => Promise<Initial>),
  now: number,
): Opened {
  const isKept = file !== undefined && existsSync(file);
  const state = isKept ? (JSON.parse(readFileSync(file, 'utf8')) as State) : newState(now);
  if (!isKept && typeof initial === 'object') fill(state, initial, now);
  if (isKept) renew(state);
  // A state that was kept before there was an identity store has none.
  const lacks = isKept && !('groups' in state);
  if (lacks) Object.assign(state, { groups: [], users: [] });
  let filling: Promise<void> | null =
    (isKept && !lacks) || typeof initial === 'object' ? Promise.resolve() : null;
  const read = async () => {
    if (typeof initial !== 'function') return;
    const found = await initial();
    if (lacks) fillIdentity(state, found.identity);
    else fill(state, found, now);
  };
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async (target: string) => {
    // A call from here on needs another round.
    next = null;
    await writeFile(`${target}.new`, JSON.stringify(state));
    await rename(`${target}.new`, target);
  };
  const save = async () => {
    if (file === undefined) return;
    next ??= writing = writing.catch(() => {}).then(async () => write(file));
    await next;
  };
  const filled = async () => {
    filling ??= read().catch((error: unknown) => {
      // The next call tries again.
      filling = null;
      throw error;
    });
    return filling;
  };
  return { state, save, filled };
}

/** A machine as an earlier version kept it: with a name of its own. */
type NamedMachine = Omit<Machine, 'tags'> & { resourceName: string };

/** The unit that accounts are moved into when they are frozen, which organizations of before had not. */
const QUARANTINE = 'Quarantine';

/** Gives a state that an earlier version kept the parts that it had not. */
function renew(state: State): void {
  const kept: Partial<State> = state;
  state.portfolios = kept.portfolios ?? [newPortfolio('Products')];
  state.closed = kept.closed ?? [];
  state.budgets = kept.budgets ?? [];
  if (!state.units.some(({ name }) => name === QUARANTINE))
    state.units.push({ id: 'ou-sky1-00000005', name: QUARANTINE, parent: state.root });
  const quarantine = state.units.find(({ name }) => name === QUARANTINE);
  state.policies = kept.policies ?? (quarantine ? [quarantinePolicy(quarantine.id)] : []);
  state.machines = (kept.machines as (Machine | NamedMachine)[]).map((one) => {
    if ('tags' in one) return one;
    const { resourceName, ...machine } = one;
    return machineOf({ ...machine, name: resourceName });
  });
  const path = state.portfolios[0]?.path ?? '';
  for (const one of Object.values(state.provisioned))
    (one as Partial<typeof one>).succeeded ??= { record: one.record, path };
}
