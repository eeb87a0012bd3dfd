import { beforeAll, describe, expect, it } from 'vitest';
import { awsCur, azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const make = estate(portal);
  const companies_id = await make.company('1000');
  await make.costCenter('WRITTEN', {
    companies_id,
    cloud_contact_id: await make.contact('written@example.com'),
  });
  for (const account of ['one', 'two']) await make.account(account, 'WRITTEN');
});

interface Begun {
  billing_run: Run;
  job: { id: string } | null;
}

const part = (invoice: string, amount: string, more: Record<string, string> = {}) =>
  azureMca([{ account: 'one', amount, invoice }], more);

async function sent(files: readonly (string | Buffer)[], type = 'text/csv'): Promise<string> {
  const ids: string[] = [];
  for (const [at, content] of files.entries()) {
    const kept = await portal.api.send<{ id: string }>(
      'POST',
      `/billing_files?name=part_${at}.csv`,
      content as string,
      { 'content-type': type },
    );
    expect(kept.status).toBe(201);
    ids.push(kept.body.data.id);
  }
  return ids.join(',');
}

const begin = (files: string, told: Record<string, string> = {}) =>
  portal.api.send<Begun>(
    'POST',
    `/billing_runs?${new URLSearchParams({ provider: 'azure', month: '2026-03', files, ...told })}`,
  );

const add = (run: number, name: string, file: string | Buffer, told: Record<string, string> = {}) =>
  portal.api.send<Begun>(
    'POST',
    `/billing_runs/${run}/parts?${new URLSearchParams({ name, ...told })}`,
    file as string,
    { 'content-type': 'text/csv' },
  );

/** The run once its job is over, and what the job asks for. */
async function settled({ billing_run: { id }, job }: Begun): Promise<{ run: Run; asked: unknown }> {
  const { result } = await followJob(portal.api, job?.id ?? '');
  return { run: await desk.read(id), asked: (result as { errors?: unknown } | null)?.errors ?? null };
}

const added = async (...given: Parameters<typeof add>) => {
  const { status, body, text } = await add(...given);
  if (status !== 202) throw new Error(`${status} ${text}`);
  return settled(body.data);
};

const OPEN =
  "costInBillingCurrency '1,234' is 1234 with a decimal point and 1.234 with a decimal comma, and no other cell of the column settles which. Send the file again with decimal_sign=. for a decimal point or decimal_sign=, for a decimal comma.";
const SIGN_ASKED = [{ field: 'decimal_sign', message: OPEN }];

describe('the parts of one export decide together how they are written', () => {
  it.each([
    ['behind it', ['1,234', '0,500'], '1.73'],
    ['before it', ['0,500', '1,234'], '1.73'],
    ['with groups', ['1,234', '12,500.50'], '13734.50'],
  ])('a part that leaves it open is read as the one %s settles', async (what, amounts, total) => {
    const files = await sent(amounts.map((amount) => part(`W-${what}`, amount)));
    const { body } = await begin(files);
    const { run } = await settled(body.data);
    expect([run.error, run.totals[0]?.lines, run.parts.length]).toEqual([null, total, 2]);
  });

  it('dates as well', async () => {
    const cur = (start: string, day: string) =>
      awsCur([{ account: '471100000002', amount: '2.50', invoice: 'W-dates' }])
        .replace('2026-03-01T00:00:00.000Z', start)
        .replace('2026-03-02T00:00:00.000Z', day);
    const files = await sent([cur('03/03/2026', '03/04/2026'), cur('03/03/2026', '03/25/2026')]);
    const { body } = await begin(files, { provider: 'aws' });
    const { run } = await settled(body.data);
    expect(run.error).toBeNull();
    const days = (await desk.lines(run.id)).map(({ day }) => day);
    expect(days.toSorted()).toEqual(['2026-03-04', '2026-03-25']);
  });

  it('and what none of them settles is asked once for all, and no file is sent again', async () => {
    const files = await sent(['1,234', '12,500'].map((amount) => part('W-open', amount)));
    const asked = await begin(files);
    expect([asked.status, asked.body.errors]).toEqual([422, SIGN_ASKED]);
    const { body } = await begin(files, { decimal_sign: ',' });
    expect((await settled(body.data)).run.totals[0]?.lines).toBe('13.73');
  });

  it('an encoding that is declared or told is that of its file', async () => {
    const of = (city: string) => part('W-city', city === 'Köln' ? '1.00' : '2.00', { meterName: city });
    const western = await sent([Buffer.from(of('Köln'), 'latin1')], 'text/csv; charset=windows-1252');
    const { body } = await begin(`${await sent([of('Zürich')])},${western}`);
    const { run } = await settled(body.data);
    const third = part('W-city', '3.00', { meterName: 'Århus' });
    await added(run.id, 'third.csv', Buffer.from(third, 'latin1'), { encoding: 'windows-1252' });
    const texts = JSON.stringify(await desk.lines(run.id));
    for (const city of ['Zürich', 'Köln', 'Århus']) expect(texts).toContain(city);
  });
});

describe('a part that is added to a run', () => {
  it('is left out where it leaves open how it is read, which its job asks for, and is read as is told then and later', async () => {
    const { id } = await desk.run('azure', part('W-later', '2'));
    const open = await added(id, 'open.csv', part('W-later', '1,234'));
    expect(open.asked).toEqual(SIGN_ASKED);
    expect(open.run).toMatchObject({ state: 'ready', totals: [{ lines: '2.00' }], parts: [{ rows: 1 }] });
    expect(open.run.steps).toContainEqual(
      expect.objectContaining({ name: 'Leave open.csv out', detail: OPEN }),
    );
    const told = await added(id, 'open.csv', part('W-later', '1,234'), { decimal_sign: ',' });
    expect([told.asked, told.run.totals[0]?.lines]).toEqual([null, '3.23']);
    const later = await added(id, 'later.csv', part('W-later', '2,345'));
    expect([later.asked, later.run.totals[0]?.lines]).toEqual([null, '5.58']);
  });

  it('is read once nobody packs the lines of its run any more, whose files can be kept meanwhile', async () => {
    const { id } = await desk.run('azure', part('W-packed', '2'));
    await desk.settled(id);
    const begun = await portal.db.transaction(async (reading) => {
      await reading.query(`SELECT 1 FROM billing_lines_${id}`);
      const { body } = await add(id, 'further.csv', part('W-packed', '3'));
      const waiting = () =>
        portal.db.query('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [
          `billing_lines_${id}`,
        ]);
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 60_000 }).toBe(1);
      // As whoever keeps a file does, which refers to the run.
      await portal.db.transaction((keeping) =>
        keeping.query('SELECT 1 FROM billing_runs WHERE id = $1 FOR KEY SHARE NOWAIT', [id]),
      );
      return body.data;
    });
    expect((await settled(begun)).run).toMatchObject({ state: 'ready', totals: [{ lines: '5.00' }] });
  });

  it('is refused where it is told to be written in another way than those before it', async () => {
    const { id } = await desk.run('azure', part('W-other', '1,234'), { decimal_sign: ',' });
    const { status, body } = await add(id, 'other.csv', part('W-other', '2,345'), { decimal_sign: '.' });
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field: 'decimal_sign',
          message: 'decimal_sign is , for the files before it, and the parts of one bill are written alike.',
        },
      ],
    ]);
    expect((await desk.read(id)).totals[0]?.lines).toBe('1.23');
  });

  it('leaves nothing of what was told of it where it is left out', async () => {
    const { id } = await desk.run('azure', part('W-none', '2'));
    const usd = azureMca([{ account: 'two', amount: '1,234', invoice: 'W-none', currency: 'USD' }]);
    const left = await added(id, 'usd.csv', usd, { decimal_sign: ',' });
    expect([left.asked, left.run.totals]).toMatchObject([null, [{ currency: 'EUR', lines: '2.00' }]]);
    expect((await added(id, 'open.csv', part('W-none', '1,234'))).asked).toEqual(SIGN_ASKED);
  });

  it('of another month is left out with both months, whether the month was chosen or is that of the file', async () => {
    for (const month of ['2026-03', '']) {
      const invoice = `W-month${month}`;
      const { id } = await desk.run('azure', part(invoice, '2'), { month });
      const april = part(invoice, '3', { billingPeriodStartDate: '04/01/2026', date: '04/02/2026' });
      const { run } = await added(id, 'april.csv', april);
      expect(run).toMatchObject({ month: '2026-03', totals: [{ lines: '2.00' }] });
      expect(run.steps).toContainEqual(
        expect.objectContaining({
          name: 'Leave april.csv out',
          detail:
            "'april.csv': Its month is 2026-04, and that of the parts before it is 2026-03. Please send the parts of one bill alone.",
        }),
      );
    }
  });
});

describe('what is told of a further file counts with the answer', () => {
  it.each([
    ['add', '3.23'],
    ['replace', '1.23'],
  ])('%s', async (existing, total) => {
    const invoice = `W-${existing}`;
    await desk.run('azure', part(invoice, '2'));
    const asked = await desk.begin('azure', part(invoice, '1,234'), { existing });
    expect([asked.status, asked.body.errors]).toEqual([422, SIGN_ASKED]);
    const { body } = await desk.begin('azure', part(invoice, '1,234'), { existing, decimal_sign: ',' });
    const { run } = await settled(body.data);
    expect([run.state, run.totals[0]?.lines]).toEqual(['ready', total]);
  });
});
