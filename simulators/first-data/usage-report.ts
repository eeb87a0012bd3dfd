import type { Runner } from '#server/platform/database/database.ts';
import { csvLines } from '#server/platform/files/csv.ts';
import { lastDayOf } from './bill-lines.ts';

const HEADER = [
  'date',
  'product',
  'sku',
  'quantity',
  'unit_type',
  'net_amount',
  'username',
  'organization',
  'repository',
];
/** Of Copilot for Business, a user and month. */
const SEAT = '19.00';

const isPaid = (center: string) => `EXISTS (SELECT FROM cost_centers c WHERE ${center}
  AND c.active_at <= $1::date AND coalesce(c.expired_at >= $1::date, true))`;

/** A row of the report; what is left out is empty. */
type Usage = Partial<Record<(typeof HEADER)[number], string>>;

/**
 * The usage report of GitHub's billing for a month, YYYY-MM: the seats of users and the minutes of organizations whose cost
 * centers were valid then. The newest month also has an organization that nobody knows and a user who is in none.
 */
export async function usageReport(db: Runner, month: string, isNewest: boolean): Promise<string> {
  const day = lastDayOf(month);
  const { rows: users } = await db.query<{ username: string; organization: string }>({
    text: `SELECT github_username AS username, github_organization AS organization FROM github_copilot_users u
      WHERE ${isPaid('lower(btrim(c.identifier)) = lower(btrim(u.cost_center))')} ORDER BY id`,
    values: [day],
  });
  const { rows: organizations } = await db.query<{ name: string }>({
    text: `SELECT name FROM github_organization_apps a WHERE ${isPaid('c.id = a.cost_centers_id')} ORDER BY id`,
    values: [day],
  });
  const minutes = (organization: string, at: number): Usage => {
    const quantity = 8200 + at * 3150 + Number(month.slice(-2)) * 40;
    return {
      product: 'actions',
      sku: 'actions_linux',
      quantity: String(quantity),
      unit_type: 'minutes',
      net_amount: ((quantity * 8) / 1000).toFixed(2),
      organization,
      repository: `${organization}/portal`,
    };
  };
  const seat = { product: 'copilot', sku: 'copilot_for_business', quantity: '1', unit_type: 'user-months' };
  const ofNobody: Usage[] = [
    minutes('skyledger-labs', organizations.length),
    { ...minutes('', 0), net_amount: '42.00', username: 'build-runner', repository: '' },
  ];
  const usage: Usage[] = [
    ...users.map((user) => ({ ...seat, ...user, net_amount: SEAT })),
    ...organizations.map(({ name }, at) => minutes(name, at)),
    ...(isNewest ? ofNobody : []),
  ];
  return csvLines([
    HEADER,
    ...usage.map((one) => HEADER.map((name) => (name === 'date' ? day : (one[name] ?? '')))),
  ]);
}
