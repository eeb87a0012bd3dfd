/** What people call those whose bills are taken. */
export const PROVIDER_WORDS: Readonly<Record<string, string>> = {
  azure: 'Azure',
  gcp: 'Google Cloud',
  aws: 'AWS',
  focus: 'FOCUS',
  github: 'GitHub',
};
