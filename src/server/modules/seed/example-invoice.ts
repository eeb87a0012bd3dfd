import { dayOfInstant } from '#kernel/dates.ts';
import { csvLines } from '#server/platform/files/csv.ts';
import { daysOf, readExample } from './read-example.ts';

const BILLING_ACCOUNT = '0123AB-4567CD';
/** A project that the inventory does not know: somebody has to say who pays for it. */
const UNKNOWN = 'player-insights-preview';
/** Days for which a cost center has been valid, so that it was in all of the month before. */
const SINCE = 62;

const SERVICES = [
  ['Compute Engine', 'N2 Instance Core running in Belgium'],
  ['BigQuery', 'Analysis (europe-west1)'],
  ['Cloud Storage', 'Standard Storage Belgium'],
] as const;

const HEADER = [
  'Billing account name',
  'Billing account ID',
  'Project name',
  'Project ID',
  'Service description',
  'SKU description',
  'Credit type',
  'Cost type',
  'Usage start date',
  'Usage end date',
  'Unrounded Cost (€)',
  'Cost (€)',
];

/** The projects of the example data whose cost center is valid at all times. */
function projects() {
  const lasting = new Set(
    readExample('cost_centers')
      .filter(
        ({ active_at: active, expired_at: expires }) => (daysOf(active) ?? 0) <= -SINCE && expires === '',
      )
      .map(({ identifier }) => identifier),
  );
  return readExample('cloud_parents').filter(
    ({ provider_type, terminated, cost_center }) =>
      provider_type === 'GcpCloudParent' && terminated === 'FALSE' && lasting.has(cost_center),
  );
}

const written = (cents: number): string => (cents / 100).toFixed(2);
const day = (year: number, month: number, dayOfMonth: number): string =>
  dayOfInstant(new Date(Date.UTC(year, month, dayOfMonth)), 'utc');

/**
 * Google's invoice for the example data, of the month before `today`: the CSV cost table that Google's console downloads,
 * in EUR. One of its projects is in no inventory.
 */
export function exampleInvoice(today: Date): string {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const first = day(year, month - 1, 1);
  const last = day(year, month, 0);
  const charged = [
    ...projects().map(({ identifier = '', name = '' }) => ({ id: identifier, name })),
    { id: UNKNOWN, name: UNKNOWN },
  ].flatMap((project, at) =>
    SERVICES.slice(0, 1 + (at % SERVICES.length)).map(([service, sku], nth) => ({
      ...project,
      service,
      sku,
      cents: 41_890 + ((at * 7919 + nth * 104_729) % 640_000),
    })),
  );
  return csvLines([
    ['Invoice number', `50${first.slice(0, 7).replace('-', '')}`],
    ['Invoice date', last],
    ['Due date', day(year, month + 1, 0)],
    ['Billing account ID', BILLING_ACCOUNT],
    ['Currency', 'EUR'],
    ['Total amount due', written(charged.reduce((sum, { cents }) => sum + cents, 0))],
    HEADER,
    ...charged.map(({ id, name, service, sku, cents }) => [
      'Skyledger',
      BILLING_ACCOUNT,
      name,
      id,
      service,
      sku,
      '',
      'Usage',
      first,
      last,
      written(cents),
      written(cents),
    ]),
  ]);
}
