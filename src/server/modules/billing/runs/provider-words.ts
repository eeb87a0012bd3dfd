/** The names of the providers for people. */
export const PROVIDER_WORDS: Readonly<Record<string, string>> = {
  azure: 'Azure',
  gcp: 'Google Cloud',
  aws: 'AWS',
  focus: 'FOCUS',
  github: 'GitHub',
};
