/** A business unit that accounts are looked at by: what it is abbreviated to, and its name where that is another. */
interface UnitOption {
  code: string;
  name?: string;
}

/** With all of them chosen nothing is left out, also no account without a unit. */
export const unitOptions: readonly UnitOption[] = [
  { code: 'CCOE' },
  { code: 'CORP', name: 'Corporate' },
  { code: 'GAM', name: 'Gaming' },
  { code: 'LOT', name: 'Lottery' },
  { code: 'BET', name: 'Digital & Betting' },
  { code: 'CIO' },
];

/** The text that people read: 'CORP (Corporate)'. */
export const unitLabel = ({ code, name }: UnitOption): string => (name ? `${code} (${name})` : code);

/**
 * The categories of environments, by cloud: words of which one must be in the name of the environment, the first match
 * wins. The first word is what the API calls them.
 */
export const environmentBuckets = {
  AwsCloudParent: [
    ['production', 'root'],
    ['test'],
    ['development'],
    ['Security'],
    ['sandbox'],
    ['shared-services'],
  ],
  GcpCloudParent: [['production', 'sites', 'env'], ['test', 'staging'], ['development'], ['sandbox']],
  AzureCloudParent: [
    ['production', 'online', 'github', 'igt', 'landingzones', 'platform'],
    ['test', 'decommissioned'],
    ['development', 'none'],
    ['sandboxes'],
  ],
} as const;

/** The category of an environment that has none of the words. */
export const OTHER = 'Other';

/**
 * The regular expression for a text that has one of some words by itself. A word that is denied is not had: non-production.
 * @param letter what letters and digits are in the dialect that reads it
 */
export const wordPattern = (words: readonly string[], letter: string): string =>
  `(?<!${letter})(?<!non[-_ ])(${words.join('|')})(?!${letter})`;

export type PostureCloud = keyof typeof environmentBuckets;

/** How many accounts a list has per cloud and environment, all of them named, in this order and the others at last. */
export type EnvironmentCount = Record<PostureCloud, Record<string, number>>;
