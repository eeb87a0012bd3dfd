import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Api } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { readWorkbook } from '#tests/support/workbook.ts';

const portal = withPortal();
const SINGLE = '/cloud_bills/send_single';
const ALL = '/cloud_bills/send_all';
const year = { start_date: '2026-01-01', end_date: '2026-12-31' };

interface Mail {
  id: number;
  to: string;
  text: string;
  attachments: { id: string; name: string }[];
}

let people = 0;
const somebody = () => portal.signIn({ email: `payer${(people += 1)}@example.com`, name: 'Payer' });

const mails = async (api: Api, subject: string): Promise<Mail[]> => {
  const { body } = await api.get<Mail[]>(`/outbox?q=${encodeURIComponent(subject)}`);
  return Promise.all(body.data.map(async ({ id }) => (await api.get<Mail>(`/outbox/${id}`)).body.data));
};

async function rowsOf(mail: Mail, email: string) {
  const [file] = mail.attachments;
  const answer = await fetch(`${portal.url}/api/outbox/${mail.id}/attachments/${file?.id}`, {
    headers: { ...(await createSession(portal.db, { email, name: null, roles: [] }, null)) },
  });
  const sheets = readWorkbook(Buffer.from(await answer.arrayBuffer()));
  const [head = [], ...rows] = sheets.get('Cloud Bills') ?? [];
  const at = (name: string) => head.findIndex((cell) => cell?.text === name);
  return rows.map((row) => ['cost_center', 'wbs_element', 'amount'].map((name) => row[at(name)]?.text ?? ''));
}

beforeAll(async () => {
  const factory = new Factory(portal.api, registry);
  const contact = async (email: string, terminated = false) => {
    const { id } = await factory.create(registry.get('cloud_contacts'), { email, name: email, terminated });
    return id;
  };
  const anna = await contact('anna@partner.test');
  const gone = await contact('gone@example.com', true);
  const center = async (identifier: string, owner: number) =>
    (await factory.create(registry.get('cost_centers'), { identifier, cloud_contact_id: owner })).id;
  const first = await center('CC-1', anna);
  await center('CC-2', gone);
  await factory.create(registry.get('cost_center_networks'), {
    identifier: 'NET-1',
    wbs: 'X/77',
    cost_center_id: first,
  });
  for (const [identifier, date, amount, currency] of [
    ['cc-1', '2026-03-01', '1000.10', 'USD'],
    ['CC-1', '2026-03-01', '0.20', 'EUR'],
    ['CC-1/5', '2026-04-01', '2.00', 'USD'],
    ['X/77', '2026-04-01', '4.00', 'USD'],
    ['CC-1', '2025-04-01', '9.00', 'USD'],
    ['CC-2', '2026-04-01', '16.00', 'USD'],
    ['NOBODY', '2026-04-01', '32.00', 'USD'],
  ])
    await portal.api.post('/cloud_bills/', { identifier, date, amount, currency, provider: 'aws' });
});

describe('the bills of one identifier', () => {
  it('are mailed as a workbook of those days, to who asks where no address is given', async () => {
    const api = await somebody();
    const { status, body } = await api.post<{ job: FollowedJob }>(SINGLE, {
      cloud_bill: { identifier: 'cc-1', ...year },
    });
    expect(status).toBe(202);
    const { result } = await followJob(api, body.data.job.id);
    const mail = (await api.get<Mail>(`/outbox/${String(result?.['mail'])}`)).body.data;
    expect(mail.to).toBe(`payer${people}@example.com`);
    expect(mail.text).toContain('  Identifier: cc-1\n  Start Date: 01-Jan-2026\n  End Date: 31-Dec-2026');
    expect(mail.text).toContain('Cloud Bills: 2 rows');
    const rows = await rowsOf(mail, mail.to);
    expect(rows.map(([center]) => center?.toLowerCase()).slice(0, 2)).toEqual(['cc-1', 'cc-1']);
  });

  it('stand below the cost center or, with a slash, below the WBS element', async () => {
    const api = await somebody();
    const sent = async (identifier: string) => {
      const { body } = await api.post<{ job: FollowedJob }>(SINGLE, { identifier, ...year });
      const { result } = await followJob(api, body.data.job.id);
      const mail = (await api.get<Mail>(`/outbox/${String(result?.['mail'])}`)).body.data;
      return (await rowsOf(mail, mail.to)).slice(0, 1);
    };
    expect(await sent('CC-1/5')).toEqual([['', 'CC-1/5', '2.00']]);
    expect(await sent('CC-2')).toEqual([['CC-2', '', '16.00']]);
  });

  it('are still sent where there are none, and the mail says so', async () => {
    const api = await somebody();
    const { body } = await api.post<{ job: FollowedJob }>(SINGLE, { identifier: 'NO SUCH', ...year });
    const { result } = await followJob(api, body.data.job.id);
    const mail = (await api.get<Mail>(`/outbox/${String(result?.['mail'])}`)).body.data;
    expect(mail.text).toContain('It was charged nothing in these days, so the sheet is empty.');
    expect(mail.attachments).toHaveLength(1);
  });

  it('may go to their owner whatever the domain, and to nobody else outside', async () => {
    const api = await somebody();
    const send = (identifier: string, email: string) =>
      api.post<{ job: FollowedJob }>(SINGLE, { cloud_bill: { identifier, email, ...year } });
    const { status, body } = await send('CC-1', 'anna@partner.test');
    expect(status).toBe(202);
    expect((await followJob(api, body.data.job.id)).state).toBe('done');
    expect((await send('CC-2', 'anna@partner.test')).status).toBe(422);
    expect((await send('CC-1', 'eve@partner.test')).status).toBe(422);
  });

  it('are refused with all that is wrong', async () => {
    const { status, body } = await portal.api.post(SINGLE, {
      cloud_bill: { start_date: 'soon', email: 'a@example.com\r\nBcc: b@example.com' },
    });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field).toSorted()).toEqual([
      'email',
      'end_date',
      'identifier',
      'start_date',
    ]);
  });

  it('are refused with all that is wrong beside what is not known here', async () => {
    const { status, body } = await portal.api.post(SINGLE, { cost_center: 'CC-1', email: 'nobody' });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field).toSorted()).toEqual([
      'cost_center',
      'email',
      'end_date',
      'identifier',
      'start_date',
    ]);
  });

  it('are refused where the last day is before the first', async () => {
    const { body } = await portal.api.post(SINGLE, {
      identifier: 'CC-1',
      start_date: '2026-02-01',
      end_date: '2026-01-01',
    });
    expect(body.errors).toEqual([{ field: 'end_date', message: 'End Date must not be before Start Date.' }]);
  });
});

describe('the bills of all owners', () => {
  it('are only shown too where dry_run stands beside what is wrapped', async () => {
    const within = await portal.api.post(ALL, { cloud_bill: { ...year, dry_run: true } });
    const beside = await portal.api.post(ALL, { cloud_bill: year, dry_run: true });
    expect([beside.status, beside.body.data]).toEqual([200, within.body.data]);
  });

  it('are shown by who gets what and what nobody gets, before anything is sent', async () => {
    const { status, body } = await portal.api.post<Record<string, unknown>>(ALL, {
      cloud_bill: { ...year, dry_run: true },
    });
    expect([status, body.data]).toEqual([
      200,
      {
        recipients: [
          { to: 'anna@partner.test', what: '4 bills of 3 cost centers, 0.20 EUR and 1,006.10 USD' },
        ],
        left_out: [
          '1 bill of 1 cost center, 16.00 USD, belong to gone@example.com, who is terminated: CC-2.',
          '1 bill of 1 cost center, 32.00 USD, have no known owner: NOBODY.',
        ],
      },
    ]);
    expect(await mails(portal.api, 'Your cloud bills')).toEqual([]);
  });

  it('go as one mail to each owner, whatever the domain, with a workbook of these bills alone', async () => {
    const api = await somebody();
    const { status, body } = await api.post<{ job: FollowedJob }>(ALL, { cloud_bill: year });
    expect(status).toBe(202);
    expect((await followJob(api, body.data.job.id)).result).toMatchObject({ mails: 1 });
    const [mail, ...others] = await mails(api, 'Your cloud bills');
    expect([mail?.to, others]).toEqual(['anna@partner.test', []]);
    expect(mail?.text).toContain('4 bills of 3 cost centers, 0.20 EUR and 1,006.10 USD');
    const rows = mail ? await rowsOf(mail, `payer${people}@example.com`) : [];
    const named = rows.filter(([center, wbs]) => center !== '' || wbs !== '');
    // With a slash it is a WBS element, and else a cost center: never both.
    expect(named.map(([center, wbs]) => [center, wbs]).toSorted()).toEqual(
      [
        ['CC-1', ''],
        ['cc-1', ''],
        ['', 'CC-1/5'],
        ['', 'X/77'],
      ].toSorted(),
    );
    const { text } = await portal.api.get('/cloud_bills.csv?by_date=2026');
    const [head = '', ...lines] = text.replace('\ufeff', '').trim().split('\r\n');
    const at = ['cost_center', 'wbs_element'].map((name) => head.split(',').indexOf(name));
    const split = lines.map((line) => at.map((place) => line.split(',')[place] ?? ''));
    expect(split).toContainEqual(['', 'CC-1/5']);
    expect(split).toContainEqual(['NOBODY', '']);
    expect(split.filter(([center, wbs]) => (center === '') === (wbs === ''))).toEqual([]);
  });

  it('are refused without days', async () => {
    const { status, body } = await portal.api.post(ALL, { cloud_bill: {} });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['start_date', 'end_date']]);
  });
});
