import { environmentBuckets, wordPattern, type PostureCloud } from './posture.ts';

/** The separator between the names on the way to an account, as people read it: 'Non-Production / Test'. */
const BETWEEN = ' / ';

/** The names on the way to an account as one text, from the outermost on. */
export const pathText = (names: readonly string[]): string => names.join(BETWEEN);

/**
 * The environment of an account by what it lies in: the name nearest to the account that has an environment of its cloud in it.
 * Around it are names of structure, such as 'Landing Zones'. Where none has one, it is the outermost name, and null without any.
 * @param path as `pathText` has it
 */
export function environmentOf(cloud: PostureCloud, path: string): string | null {
  const names = path.toLowerCase().split(BETWEEN);
  const word = new RegExp(wordPattern(environmentBuckets[cloud].flat(), String.raw`[\p{L}\p{N}]`), 'iu');
  return names.findLast((name) => word.test(name)) ?? (names[0] || null);
}

/** What the record of an account has of where it lies. */
interface Placed {
  provider_type: string;
  place: string | null;
  environment: string | null;
}

/**
 * What changes on the record of an account that belongs in another place: its environment goes along where it is that of the place
 * before.
 */
export function withEnvironment(
  { provider_type: type, place, environment }: Placed,
  to: string,
): { place: string; environment?: string | null } {
  const cloud = isPostureCloud(type) ? type : null;
  const follows =
    cloud !== null &&
    (environment === null ||
      (place !== null && environment.trim().toLowerCase() === environmentOf(cloud, place)));
  return { place: to, ...(follows && { environment: environmentOf(cloud, to) }) };
}

const isPostureCloud = (type: string): type is PostureCloud => Object.hasOwn(environmentBuckets, type);
