import { beforeAll, expect, it } from 'vitest';
import {
  awsCur,
  awsDetailed,
  azureMca,
  focus,
  googleCostTable,
  withColumn,
} from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

interface Suggested {
  identifier: string | null;
  owner_email: string | null;
  suggestions: { cost_center: string; reason: string; message: string }[];
}

beforeAll(async () => {
  const companies_id = await make.company('1000');
  const [owner, other] = [
    await make.contact('t.owner@example.com'),
    await make.contact('t-other@example.com'),
  ];
  for (const [identifier, cloud_contact_id, more] of [
    ['TAG-1/100', other, {}],
    ['TAG2', other, {}],
    ['TAGOLD', other, { expired_at: '2025-01-01' }],
    ['TAGOWN', owner, {}],
    ['TAGMAIN', other, {}],
  ] as const)
    await make.costCenter(identifier, { companies_id, cloud_contact_id, ...more });
  await make.account('t-known', 'TAGMAIN');
});

let made = 0;
async function suggested(provider: string, file: string): Promise<Suggested> {
  made += 1;
  const run = await desk.run(provider, file, { name: `tags-${made}.csv`, currency: 'EUR' });
  const [exception] = (await desk.exceptions(run.id)) as unknown as Suggested[];
  if (!exception) throw new Error('Everything found its place.');
  return exception;
}
const invoice = () => `T-${made}`;
const azure = (account: string, tags: string) =>
  azureMca([{ account, amount: '5', invoice: invoice() }], { tags });

it.each([
  ['without braces', '"env": "prod","cost_center": "TAG2"', 'cost_center'],
  ['with braces', '{"Cost Center":"tag2"}', 'Cost Center'],
  ['whose key is written in one', '{"costCenterTag":" TAG2 "}', 'costCenterTag'],
])('the cost center that a tag of Azure %s names is suggested, and the tag said', async (_how, tags, key) => {
  expect((await suggested('azure', azure(`t-azure-${key}`, tags))).suggestions).toMatchObject([
    { cost_center: 'TAG2', reason: 'tag', message: `Its tag ${key} names TAG2.` },
  ]);
});

it.each([
  [
    'azure',
    () => azureMca([{ account: 't-column', amount: '5', invoice: invoice() }], { costCenter: 'TAG2' }),
    'costCenter',
  ],
  [
    'focus',
    () =>
      withColumn(focus([{ account: 't-focus', amount: '5', invoice: invoice() }]), 'Tags', [
        '{"owner":"x","cost-center":"TAG2"}',
      ]),
    'cost-center',
  ],
  [
    'aws',
    () =>
      withColumn(
        awsDetailed([{ account: '200000000001', amount: '5', invoice: invoice() }]),
        'user:CostCenter',
        ['TAG2'],
      ),
    'CostCenter',
  ],
  [
    'aws',
    () =>
      withColumn(awsCur([{ account: '200000000002', amount: '5', invoice: invoice() }]), 'resource_tags', [
        '{"user_cost_center":"TAG2"}',
      ]),
    'cost_center',
  ],
  [
    'gcp',
    () =>
      withColumn(googleCostTable([{ account: 't-google', amount: '5' }], { total: '5' }), 'Labels', [
        '[{"key":"cost_center","value":"tag2"}]',
      ]),
    'cost_center',
  ],
])('tags of %s are found where they stand in its files', async (provider, file, key) => {
  expect((await suggested(provider, file())).suggestions).toMatchObject([
    { cost_center: 'TAG2', message: `Its tag ${key} names TAG2.` },
  ]);
});

it('a label that was made to fit the rules of its cloud still names what it was made of', async () => {
  expect(
    (await suggested('azure', azure('t-label', '{"cost_center":"tag-1-100"}'))).suggestions,
  ).toMatchObject([{ cost_center: 'TAG-1/100', message: 'Its tag cost_center names TAG-1/100.' }]);
});

it('what the owner in the tags has is suggested, and the owner told', async () => {
  expect(await suggested('azure', azure('t-owned', '{"Owner":"T.Owner@example.com"}'))).toMatchObject({
    owner_email: 't.owner@example.com',
    suggestions: [
      {
        cost_center: 'TAGOWN',
        reason: 'tag',
        message: 'It belongs to t.owner@example.com, whom its tag Owner names.',
      },
    ],
  });
});

it('a cost center that has expired or is none is not suggested, and a tag that is no JSON says nothing', async () => {
  for (const tags of ['{"cost_center":"TAGOLD"}', '{"cost_center":"nobody"}', '"cost_center" TAG2'])
    expect((await suggested('azure', azure(`t-none-${made}`, tags))).suggestions).toEqual([]);
});

it('what most lines say comes first, a tag before earlier months, and the latest file counts', async () => {
  const lines = (tags: string[]) =>
    tags.map((tag) => ({ account: 't-many', amount: '5', invoice: `T-many-${tags.length}-${tag}` }));
  const file = (tags: string[]) => {
    const rows = azureMca(lines(tags)).trimEnd().split('\r\n');
    return withColumn(
      rows.join('\r\n'),
      'labels',
      tags.map((tag) => `{"cost_center":"${tag}"}`),
    );
  };
  expect((await suggested('azure', file(['TAG2', 'TAGMAIN', 'TAGMAIN']))).suggestions).toMatchObject([
    { cost_center: 'TAGMAIN', reason: 'tag' },
    { cost_center: 'TAG2', reason: 'tag' },
  ]);
  await desk.run('azure', azureMca([{ account: 't-known', amount: '5', invoice: 'T-february' }]), {
    month: '2026-02',
    name: 'known.csv',
  });
  await portal.db.query(`UPDATE cloud_parents SET cost_center = NULL WHERE identifier = 't-known'`);
  expect((await suggested('azure', azure('t-known', '{"cost_center":"TAG2"}'))).suggestions).toMatchObject([
    { cost_center: 'TAG2', reason: 'tag' },
    { cost_center: 'TAGMAIN', reason: 'earlier_months' },
  ]);
});

it('an account with thousands of different tags keeps some of them', async () => {
  const values = Array.from({ length: 3000 }, (_, at) => `{"cost_center":"N${at}"}`);
  const file = azureMca(values.map(() => ({ account: 't-thousands', amount: '1', invoice: 'T-thousands' })));
  await suggested('azure', withColumn(file, 'labels', values));
  const { rows } = await portal.db.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM billing_tags WHERE account = 't-thousands'`,
  );
  expect(rows[0]?.n).toBe(10);
});
