import type { QueryKey } from '@tanstack/react-query';
import { registry } from '#resources/registry.ts';
import { JOBS } from '#web/data/work.ts';

/** The names of data that is no model, by the word of its key. */
const WORDS: Readonly<Record<string, string>> = {
  activity: 'Activity',
  'api tokens': 'API Tokens',
  anomalies: 'Anomalies',
  anomaly_mutes: 'Mutes',
  billing_accruals: 'Accruals',
  billing_exceptions: 'Billing Exceptions',
  billing_options: 'Options of Billing',
  billing_rules: 'Allocation Rules',
  billing_runs: 'Billing Runs',
  billing_sources: 'Sources of Bills',
  change_rules: 'Change Rules',
  clouds: 'Clouds',
  copilot: 'State of GitHub',
  'data quality': 'Data Quality',
  directory: 'State of the Directory',
  factory: 'Requests',
  github: 'Copilot Costs',
  jobs: 'Jobs',
  'list views': 'Views',
  'my cloud': 'My Cloud',
  'my leases': 'Leases',
  month_close: 'Month Close',
  outbox: 'Outbox',
  'recent changes': 'Recent Changes',
  reports: 'Reports',
  roles: 'Roles',
  running_costs: 'Running Month',
  search: 'Search',
  sessions: 'Sessions',
  unbilled_costs: 'Unbilled Costs',
  untagged_spend: 'Untagged Spend',
  waiting_changes: 'Changes That Wait',
  'work that waits': 'Work That Waits',
};

/** @param part a word, or the path of a call, which begins with it */
const wordOf = (part: unknown): string | undefined => {
  const word = String(part).replace(/^\//, '').split('/', 1)[0] ?? '';
  return registry.find(word)?.label[1] ?? WORDS[word];
};

/** The name of the data of a query; results of jobs come behind their own word in its key. */
export const outdatedWord = ([first, second]: QueryKey): string =>
  (first === JOBS ? wordOf(second) : undefined) ?? wordOf(first) ?? 'Other data';
