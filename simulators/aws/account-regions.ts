import type { Account, State } from './state.ts';
import { pageOf, WireError, type Call, type Json, type Operations } from './wire.ts';

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

/** A refusal of a field by the Account API. */
export const invalid = (message: string) =>
  new WireError('ValidationException', message, 400, { reason: 'fieldValidationFailed' });

/** The regions of accounts. @param target finds the account that a call is about */
export function regionOperations(state: State, delayMs: number, target: (call: Call) => Account): Operations {
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
    enableRegion: (call) => {
      const { input, now, stuck } = call;
      const { regions } = target(call);
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
    getRegionOptStatus: (call) => {
      const { input, now } = call;
      const { regions } = target(call);
      const name = region(input);
      return { RegionName: name, RegionOptStatus: statusOf(regions, name, now) };
    },
    listRegions: (call) => {
      const { input, now } = call;
      const { regions } = target(call);
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
