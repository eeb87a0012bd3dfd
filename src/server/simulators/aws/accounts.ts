import type { State } from './state.ts';
import { pageOf, WireError, type Json, type Operations } from './wire.ts';

const BY_DEFAULT = [
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ca-central-1',
  'eu-central-1',
  'eu-north-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'sa-east-1',
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
];
const OPT_IN = [
  'af-south-1',
  'ap-east-1',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'me-south-1',
];
const AT_ONCE_IN_ACCOUNT = 6;
const AT_ONCE_IN_ORGANIZATION = 50;
const CONTACT_TYPES = new Set(['BILLING', 'OPERATIONS', 'SECURITY']);
const LIMITS = { Name: 64, Title: 50, EmailAddress: 254, PhoneNumber: 25 } as const;

const invalid = (message: string) =>
  new WireError('ValidationException', message, 400, { reason: 'fieldValidationFailed' });

/** The Account API by path: alternate contacts and regions of accounts, requested by the management account. */
export function accountOperations(state: State, delayMs: number): Operations {
  const target = (input: Json, caller: string) => {
    const id = String(input['AccountId'] ?? caller);
    const isOther = id !== caller;
    const mayAsk =
      caller === state.organization.managementAccount && state.trusted.includes('account.amazonaws.com');
    if (isOther && !mayAsk)
      throw new WireError(
        'AccessDeniedException',
        `User: arn:aws:iam::${caller}:user/skyledger is not authorized to perform this operation on account ${id}: trusted access for account.amazonaws.com is not enabled.`,
        403,
      );
    const account = state.accounts[id];
    if (!account || account.status !== 'ACTIVE')
      throw new WireError('ResourceNotFoundException', `No account ${id} found.`, 404);
    return account;
  };
  const statusOf = (regions: Record<string, number | null>, region: string, now: number) => {
    if (BY_DEFAULT.includes(region)) return 'ENABLED_BY_DEFAULT';
    const readyAt = regions[region];
    if (readyAt === undefined) return 'DISABLED';
    return readyAt !== null && readyAt <= now ? 'ENABLED' : 'ENABLING';
  };
  const region = (input: Json) => {
    const name = String(input['RegionName'] ?? '');
    if (!BY_DEFAULT.includes(name) && !OPT_IN.includes(name)) throw invalid(`Region ${name} is not valid.`);
    return name;
  };
  const enabling = (regions: Record<string, number | null>, now: number) =>
    Object.keys(regions).filter((name) => statusOf(regions, name, now) === 'ENABLING').length;

  return {
    putAlternateContact: ({ input, account: caller }) => {
      const account = target(input, caller);
      const type = String(input['AlternateContactType']);
      if (!CONTACT_TYPES.has(type)) throw invalid('AlternateContactType is not valid.');
      const text = (field: keyof typeof LIMITS) => {
        const value = String(input[field] ?? '').trim();
        if (value === '' || value.length > LIMITS[field])
          throw invalid(`${field} must have 1 to ${LIMITS[field]} characters.`);
        return value;
      };
      const contact = {
        AlternateContactType: type,
        Name: text('Name'),
        Title: text('Title'),
        EmailAddress: text('EmailAddress'),
        PhoneNumber: text('PhoneNumber'),
      };
      if (!/^[\s0-9()+-]+$/.test(contact.PhoneNumber)) throw invalid('PhoneNumber is not valid.');
      if (!/^\s*[\w+=.#|!&-]+@[\w.-]+\.\w+\s*$/.test(contact.EmailAddress))
        throw invalid('EmailAddress is not valid.');
      account.contacts[type] = contact;
      return {};
    },
    getAlternateContact: ({ input, account: caller }) => {
      const found = target(input, caller).contacts[String(input['AlternateContactType'])];
      if (!found)
        throw new WireError(
          'ResourceNotFoundException',
          'No contact of the inputted alternate contact type found.',
          404,
        );
      return { AlternateContact: { ...found } };
    },
    enableRegion: ({ input, account: caller, now, stuck }) => {
      const { regions } = target(input, caller);
      const name = region(input);
      const status = statusOf(regions, name, now);
      if (status === 'ENABLING')
        throw new WireError('ConflictException', `Region ${name} is already being enabled.`, 409);
      if (status !== 'DISABLED') return {};
      const all = Object.values(state.accounts).reduce((sum, one) => sum + enabling(one.regions, now), 0);
      if (enabling(regions, now) >= AT_ONCE_IN_ACCOUNT || all >= AT_ONCE_IN_ORGANIZATION)
        throw new WireError('TooManyRequestsException', 'Too many region-opt requests are in progress.', 429);
      regions[name] = stuck ? null : now + delayMs;
      return {};
    },
    getRegionOptStatus: ({ input, account: caller, now }) => {
      const { regions } = target(input, caller);
      const name = region(input);
      return { RegionName: name, RegionOptStatus: statusOf(regions, name, now) };
    },
    listRegions: ({ input, account: caller, now }) => {
      const { regions } = target(input, caller);
      const all = [...BY_DEFAULT, ...OPT_IN].map((name) => ({
        RegionName: name,
        RegionOptStatus: statusOf(regions, name, now),
      }));
      const wanted = input['RegionOptStatusContains'];
      const found = Array.isArray(wanted) ? all.filter((one) => wanted.includes(one.RegionOptStatus)) : all;
      const { rows, next } = pageOf(found, input, { most: 50 });
      return { Regions: rows, ...next };
    },
  };
}
