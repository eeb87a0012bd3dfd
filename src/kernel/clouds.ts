import type { BillProvider, Cloud } from './billing/runs.ts';

/** The names of the clouds, and of others who send bills, as people write them: the one place that decides them. */
const CLOUD_NAMES = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'Google Cloud',
  focus: 'FOCUS',
  github: 'GitHub',
} as const satisfies Readonly<Record<BillProvider | Cloud, string>>;

/** The same by the words of the models. */
const WORDS: Readonly<Record<string, string>> = CLOUD_NAMES;

/** The name of a cloud for people, however its word is written; a word that is none of theirs stays as it is. */
export const cloudName = (cloud: string): string => WORDS[cloud.trim().toLowerCase()] ?? cloud;

/** Words of clouds, each with its name. */
export const cloudNames = <const C extends string>(clouds: readonly C[]): Record<C, string> =>
  Object.fromEntries(clouds.map((cloud) => [cloud, cloudName(cloud)])) as Record<C, string>;

/** The names of the clouds by the types that the inventory has for their accounts. */
export const CLOUD_TYPE_NAMES = {
  AwsCloudParent: CLOUD_NAMES.aws,
  AzureCloudParent: CLOUD_NAMES.azure,
  GcpCloudParent: CLOUD_NAMES.gcp,
} as const;

/** All words, each with its name. */
export const CLOUD_NAME_PAIRS: readonly (readonly [word: string, name: string])[] =
  Object.entries(CLOUD_NAMES);
