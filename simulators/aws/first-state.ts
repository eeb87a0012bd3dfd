import { fillIdentity, standardSets } from './identity.ts';
import {
  MANAGEMENT_ACCOUNT,
  machineOf,
  newAccount,
  newId,
  newPortfolio,
  ORGANIZATION,
  portfoliosOf,
  type Initial,
  type Provisioned,
  type State,
} from './state.ts';

const ROOT = 'r-sky1';
const UNITS = ['sandbox', 'development', 'test', 'production', 'Quarantine'];
const DAY_MS = 86_400_000;
/** Accounts that are there at the first start are no new ones. */
const LONG_AGO_MS = 365 * DAY_MS;

/** The policy that stops what lies in the unit of frozen accounts. */
export const quarantinePolicy = (target: string): State['policies'][number] => ({
  id: 'p-quarantine1',
  name: 'Quarantine',
  target,
});

/** An organization with a root, five units and its management account. */
export function newState(now: number): State {
  const email = 'aws-management@example.com';
  const state: State = {
    organization: { id: ORGANIZATION, managementAccount: MANAGEMENT_ACCOUNT, email },
    root: ROOT,
    units: UNITS.map((name, index) => ({
      id: `ou-sky1-${String(index + 1).padStart(8, '0')}`,
      name,
      parent: ROOT,
    })),
    policies: [quarantinePolicy(`ou-sky1-${String(UNITS.length).padStart(8, '0')}`)],
    accounts: {},
    accountRequests: {},
    trusted: [
      'account.amazonaws.com',
      'sso.amazonaws.com',
      'servicecatalog.amazonaws.com',
      'config.amazonaws.com',
    ],
    permissionSets: standardSets(),
    budgets: [],
    assignments: [],
    groups: [],
    users: [],
    products: {},
    provisioned: {},
    records: {},
    portfolios: [],
    closed: [],
    machines: [],
  };
  state.accounts[MANAGEMENT_ACCOUNT] = newAccount({
    id: MANAGEMENT_ACCOUNT,
    name: 'Management',
    email,
    joinedAt: now - LONG_AGO_MS,
    parent: ROOT,
  });
  return state;
}

/** Puts what is there at the first start into an empty organization. */
export function fill(state: State, initial: Initial, now: number): void {
  const { accounts = [], machines = [], closed = [], identity } = initial;
  fillIdentity(state, identity);
  state.machines.push(...machines.map(machineOf));
  state.closed.push(...closed);
  for (const { id, name, email: mail = `aws-${id}@example.com`, unit, tags = {} } of accounts) {
    const parent = state.units.find((one) => one.name === unit)?.id ?? ROOT;
    state.accounts[id] = {
      ...newAccount({ id, name, email: mail, joinedAt: now - LONG_AGO_MS, parent }),
      tags: { ...tags },
    };
  }
  fillCatalog(state, initial, now);
}

/** Puts products, the portfolios that they are in, and what accounts have of them into an empty catalog. */
function fillCatalog(
  state: State,
  { products = [], portfolios = [{ name: 'Products' }] }: Initial,
  now: number,
): void {
  for (const { name, products: some, accounts } of portfolios)
    state.portfolios.push(
      newPortfolio(name, { products: some ? [...some] : null, accounts: accounts ? [...accounts] : null }),
    );
  for (const { id, name, description = '', accounts: deployed = [] } of products) {
    const artifacts = ['v1', 'v2'].map((version, index) => ({
      id: newId('pa', 13),
      name: version,
      description: '',
      active: true,
      guidance: 'DEFAULT',
      createdAt: now - DAY_MS * (2 - index),
    }));
    state.products[id] = { id, name, description, artifacts };
    for (const account of deployed) {
      const record = newId('rec', 13);
      const provisioned: Provisioned = {
        id: newId('pp', 13),
        name: `${name}-${account}`.replaceAll(/[^\w.-]/g, '-'),
        account,
        product: id,
        artifact: artifacts[0]?.id ?? '',
        record,
        succeeded: { record, path: portfoliosOf(state, account, id)[0]?.path ?? '' },
      };
      state.provisioned[provisioned.id] = provisioned;
    }
  }
}
