/** The clouds whose bills are fetched from where they put them. */
export const FETCHED_CLOUDS = ['aws', 'azure', 'gcp'] as const;
export type FetchedCloud = (typeof FETCHED_CLOUDS)[number];
