import type { ProblemName } from '#calls/exceptions.ts';
import { monthWords } from './months.ts';

/** Why lines are charged to nobody, each with a sentence for the person who works through them. */
const PROBLEMS: Record<ProblemName, string> = {
  unknown_account: 'The inventory has no cloud parent with this identifier.',
  no_account:
    'The file gives no account for this purchase or usage, so nobody knows who pays for it, and it is not split. Assign the cost center of who bought it.',
  nothing_named: 'The cloud parent names no cost center.',
  unknown_name: 'What the cloud parent names is no cost center, WBS element, network or project.',
  several_matches: 'What is named for it is the identifier of several things.',
  several_companies:
    'Several networks have the WBS element that the cloud parent names, and they belong to different companies.',
  nothing_valid: 'What is named for it is not valid on the posting day, and nothing that replaces it is.',
  no_network: 'The project that the cloud parent names has no network.',
  no_wbs_element: 'The network that is charged has no WBS element.',
  no_company: 'No company is known of what is charged.',
  no_gl_account: 'The company of what is charged has no GL account for this cloud.',
  unknown_cloud: 'The file names a cloud that companies have no GL account for.',
  nothing_to_split_by:
    'It belongs to no account, and the invoice charges nothing else by which it could be split.',
  shared_cost_center_gone:
    'The cost center that is charged for what belongs to no account is not there any more. Assign another one, or add a version of the rules.',
  no_seats:
    'No seat of GitHub Copilot is known for this month, and no organization pays for it. Read the seats from GitHub, and allocate the run anew.',
  seat_without_cost_center:
    'Neither the seat nor its GitHub organization names a cost center that is valid on the posting day.',
  billed_twice:
    'Another run charges GitHub Copilot of this organization for the same month. Give up one of them, or say why both are right.',
  no_metric:
    'The pool is split by a metric of which nothing above zero was imported for the month of the run, so it is not split. Import the metric under Allocation Metrics, and allocate the run anew.',
  no_spend:
    'The pool is split in proportion to spend, and none of its cost centers is charged anything else above zero in this currency. Split it otherwise by a version of the rules.',
  pool_target_gone:
    'A cost center that the rules charge for a part of the pool is not there any more. Name another one by a version of the rules.',
  pool_tag_unread:
    'The pool takes lines by a tag that was not looked for when the run was read. Have the tags of its month read again, and allocate the run anew.',
  amortised_differs:
    'The amortised costs differ from what is billed in more than reservations and savings plans. Export both again at the same time, and begin another run with them.',
  total_differs: 'The lines do not come to the total that is stated, by more than rounding explains.',
};

/** Problems that no cost center settles: they are about a whole invoice, a cloud that nobody books, or nobody who could pay. */
const OF_NO_ACCOUNT = new Set<ProblemName>([
  'no_metric',
  'no_spend',
  'pool_target_gone',
  'pool_tag_unread',
  'amortised_differs',
  'total_differs',
  'unknown_cloud',
  'no_seats',
  'billed_twice',
]);

/** Whether the amount of an exception is charged to nobody; others only report something that has to be decided. */
export const isUnplaced = (column = 'problem'): string =>
  `${column} NOT IN ('amortised_differs', 'total_differs', 'billed_twice', 'pool_tag_unread')`;

/** Whether what has a problem finds a place once a cost center is assigned. */
export const isAssignable = (problem: ProblemName): boolean => !OF_NO_ACCOUNT.has(problem);

/** What a metric of a month lacks, in the words of the month. */
const missingMetric = (metric: string, month: string) =>
  `The pool is split by the metric ${metric}, of which nothing above zero was imported for ${monthWords(month)}, so it is not split. Import ${metric} of ${month} for its cost centers under Allocation Metrics, and allocate the run anew.`;

/** The sentence of a problem; null where there is none. @param missing what a pool lacks: its metric, and the month */
export function problemSentence(problem: ProblemName, missing?: MissingMetric): string;
export function problemSentence(problem: string | null, missing?: MissingMetric): string | null;
export function problemSentence(problem: string | null, missing?: MissingMetric): string | null {
  if (problem === 'no_metric' && missing?.named) return missingMetric(missing.named, missing.month);
  return problem === null ? null : ((PROBLEMS as Readonly<Record<string, string>>)[problem] ?? problem);
}

/** The metric that a pool names, and the month of the run, YYYY-MM. */
interface MissingMetric {
  named: string | null;
  month: string;
}
