/** The names of the clouds, and of others who send bills, as people write them. */
const CLOUD_NAMES: Readonly<Record<string, string>> = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'Google Cloud',
  focus: 'FOCUS',
  github: 'GitHub',
};

/** The name of a cloud for people; a word that is none of theirs stays as it is. */
export const cloudName = (cloud: string): string => CLOUD_NAMES[cloud] ?? cloud;
