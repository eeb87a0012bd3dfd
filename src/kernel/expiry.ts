/** What happens when a cost center expires, as `GET /cost_centers/{id}/expiry` answers it. */
export interface Expiry {
  /** The first day on which it is not valid, YYYY-MM-DD; null: it has no last day. */
  from: string | null;
  /** That day has come. */
  expired: boolean;
  /** Who is charged in its place from then on; null: nobody is. */
  goes_to: { id: number; identifier: string; as: 'replacement' | 'backup' } | null;
  /** Cloud parents in use that name it. */
  accounts: number;
  /** Networks of it, and how many of them are valid then. */
  networks: number;
  valid_networks: number;
  /** Project ids of these networks, and how many of them are valid then. */
  project_ids: number;
  valid_project_ids: number;
  /** Seats of GitHub Copilot that name it. */
  copilot_seats: number;
  /** Cost centers that it replaces itself. */
  replaced: number;
  /** What may be charged in a month, as it was in the last one with bills before this; null: nothing was ever charged. */
  forecast: { month: string; sums: readonly ForecastSum[] } | null;
}

export interface ForecastSum {
  /** A decimal. */
  amount: string;
  currency: string;
  bills: number;
}
