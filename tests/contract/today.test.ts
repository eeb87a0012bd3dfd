import { beforeAll, describe, expect, it } from 'vitest';
import { dayAfter } from '#kernel/dates.ts';
import type { Expiry } from '#calls/cost-center-expiry.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import { inZone, today } from '#server/platform/database/today.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();

/** Where it is always a later day than in the other zone, mostly by one: 25 hours lie between their clocks. */
const AHEAD = 'Pacific/Kiritimati';
const BEHIND = 'Pacific/Midway';

/** A cost center whose last day is over ahead, and is not over behind. */
let center: Row;
let factory: Factory;
beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  center = await factory.create(costCenters, {
    identifier: '1000777001',
    active_at: '2020-01-01',
    expired_at: dayAfter(inZone(AHEAD, today), -1),
  });
  await factory.create(cloudParents, { cost_center: '1000777001', terminated: false });
});

const of = (zone: string) => ({ 'time-zone': zone });
const found = async (path: string, zone: string) =>
  (await portal.api.get<Row[]>(path, of(zone))).body.data.some(({ id }) => id === center.id);

/** Each place that says whether the cost center has expired. */
const places: [string, (zone: string) => Promise<boolean>][] = [
  ['the filter of expired ones', (zone) => found('/cost_centers?by_expired_at=expired', zone)],
  ['the filter of valid ones', async (zone) => !(await found('/cost_centers?by_validity=valid', zone))],
  [
    'its page',
    async (zone) =>
      (await portal.api.get<Expiry>(`/cost_centers/${center.id}/expiry`, of(zone))).body.data.expired,
  ],
  [
    'the count of the dashboard',
    async (zone) => {
      const { body } = await portal.api.get('/cloud_parents?page=1', of(zone));
      return (body.meta as { valid_cost_center_count?: number }).valid_cost_center_count === 0;
    },
  ],
  [
    'what is wrong with records',
    async (zone) => {
      const { body } = await portal.api.get<{ model: string; count: number; label: string }[]>(
        '/data_quality',
        of(zone),
      );
      return body.data.some(
        ({ model, count, label }) => model === cloudParents.name && count > 0 && /expired/i.test(label),
      );
    },
  ],
  [
    'what somebody owns',
    async (zone) => {
      const email = String(center['cloud_contact_email']);
      const { body } = await portal.api.get<{ cost_centers: number }>(
        `/drift_findings/owned?email=${email}`,
        of(zone),
      );
      return body.data.cost_centers === 0;
    },
  ],
];

describe('a cost center has expired by the calendar of who asks', () => {
  it.each(places)('in %s', async (_place, hasExpired) => {
    expect([await hasExpired(AHEAD), await hasExpired(BEHIND), await hasExpired(AHEAD)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('and is replaced from that day on', async () => {
    const begins = async (identifier: string, zone: string) => {
      const { id } = await factory.create(costCenters, {
        identifier: `${identifier}-OLD`,
        active_at: '2020-01-01',
        expired_at: null,
      });
      const { body } = await portal.api.post<{ cost_center: Row }>(
        `/cost_centers/${id}/replace`,
        { identifier },
        of(zone),
      );
      return body.data.cost_center['active_at'];
    };
    for (const [identifier, zone] of [
      ['AHEAD', AHEAD],
      ['BEHIND', BEHIND],
    ] as const) {
      const before = inZone(zone, today);
      expect(await begins(identifier, zone)).toBeOneOf([before, inZone(zone, today)]);
    }
  });
});

it('whoever names no zone, and whatever nobody waits for, counts in UTC', async () => {
  const before = today();
  const { rows } = await portal.db.query<{ day: string }>('SELECT today()::text AS day');
  expect(rows[0]?.day).toBeOneOf([before, today()]);
});
