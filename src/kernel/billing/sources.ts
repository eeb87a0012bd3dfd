/** The clouds whose bills are fetched from where they put them. */
export const FETCHED_CLOUDS = ['aws', 'azure', 'gcp'] as const;
export type FetchedCloud = (typeof FETCHED_CLOUDS)[number];

/** An export that was fetched. */
export interface FetchedExport {
  /** YYYY-MM */
  month: string;
  /** By which the cloud tells it from others of the month. */
  export: string;
  /** The run that has it. */
  billing_run: number;
  fetched_at: string;
  fetched_by: string;
}

/** From where bills of a cloud are fetched. */
export interface BillSourceStanding {
  provider: FetchedCloud;
  /** Where the exports lie; null where no setting says so. */
  place: string | null;
  /** Whether the portal's own simulator stands for it. */
  simulated: boolean;
  /** What to set, where none is set. */
  missing: string | null;
  /** The last ones, the newest first. */
  fetched: FetchedExport[];
}
