import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { registry } from '#resources/registry.ts';
import { apiClient, type Api, type Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const CCOE = 'desk@example.com';
const FAILED = `Something went wrong. Please reach out to the CCOE Team at ${CCOE}`;
// Each test comes from an address of its own, since wrong links are counted by address.
const portal = withPortal({ TRUST_PROXY: 'true', CCOE_EMAIL: CCOE });
let factory: Factory;
let names: { department: string; business_unit: string };
let ids: { departments_id: number; business_units_id: number };
beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  const department = await factory.create(registry.get('departments'));
  const unit = await factory.create(registry.get('business_units'));
  names = { department: String(department['name']), business_unit: String(unit['name']) };
  ids = { departments_id: department.id, business_units_id: unit.id };
});

let stranger: Api;
let addresses = 0;
const from = (address: number) => apiClient(portal.url, { 'x-forwarded-for': `203.0.113.${address}` });
beforeEach(() => {
  stranger = from((addresses += 1));
});

/** A member, the answer to who made their link, and its credential as the mail has it. */
async function linked(more: Record<string, unknown> = {}) {
  const member = await factory.create(registry.get('members'), { blacklist: false, ...more });
  return { member, ...(await newLink(member)) };
}
async function newLink({ id }: Row) {
  const answer = await portal.api.post<{ mail: number }>(`/members/${id}/update_link/send`, {});
  expect(answer.status).toBe(202);
  const { rows } = await portal.db.query<{ text: string }>({
    text: 'SELECT body_text AS text FROM outbox WHERE id = $1',
    values: [answer.body.data.mail],
  });
  const [, address = ''] = /(\S+\/unauth\/update-member\?\S+)/.exec(rows[0]?.text ?? '') ?? [];
  const link = new URL(address);
  expect(link.searchParams.get('member_id')).toBe(String(id));
  return { answer, credential: link.searchParams.get('credential') ?? '' };
}
const pathOf = (id: number | string, credential: string) =>
  `/members/update-restricted/${id}?credential=${encodeURIComponent(credential)}`;
const submit = (id: number | string, credential: string, body: unknown = names, by = stranger) =>
  by.post(pathOf(id, credential), body);
const memberNow = async (id: number) => (await portal.api.get(`/members/${id}`)).body.data;

describe('the link of a member', () => {
  it.each(['bare', 'wrapped'])(
    'changes department and business unit, told %s, and works once',
    async (how) => {
      const { member, credential } = await linked();
      const { status, body } = await submit(
        member.id,
        credential,
        how === 'bare' ? names : { member: names },
      );
      expect([status, body.data]).toEqual([200, names]);
      expect(await memberNow(member.id)).toMatchObject(ids);
      const again = await submit(member.id, credential);
      expect([again.status, again.body.error]).toEqual([403, FAILED]);
      const history = await portal.api.get<{ by: { email: string } }[]>(`/members/${member.id}/history`);
      expect(history.body.data[0]?.by.email).toBe(member['email']);
    },
  );

  it('makes changes that are found by the address of who made them, however it is written', async () => {
    const { member, credential } = await linked({ email: 'Capital.Letters@Example.com' });
    expect((await submit(member.id, credential)).status).toBe(200);
    const found = await portal.api.get<Row[]>('/activity?by_person=Capital.letters@example.com');
    expect(found.body.data).toMatchObject([{ by: { email: 'capital.letters@example.com' } }]);
  });

  it('answers a repeated request as the first time, where it comes with the same key', async () => {
    const { member, credential } = await linked();
    const key = { 'idempotency-key': `link-${member.id}` };
    const send = () => stranger.post(pathOf(member.id, credential), names, key);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await memberNow(member.id))['lock_version']).toBe(member.lock_version + 1);
  });

  it('works once, however many come with it at the same time', async () => {
    const { member, credential } = await linked();
    const all = await Promise.all(Array.from({ length: 5 }, () => submit(member.id, credential)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403]);
  });

  it('takes a department that is not listed, and forgets it for one that is, Other too', async () => {
    const { member, credential } = await linked();
    const other = { ...names, department: 'Optics' };
    expect((await submit(member.id, credential, other)).status).toBe(200);
    expect(await memberNow(member.id)).toMatchObject({ departments_id: null, other_department: 'Optics' });
    const { credential: next } = await newLink(member);
    expect((await submit(member.id, next)).status).toBe(200);
    expect(await memberNow(member.id)).toMatchObject({ ...ids, other_department: null });
    const { credential: last } = await newLink(member);
    const unsaid = { ...names, department: 'Other' };
    const { status, body } = await submit(member.id, last, unsaid);
    const message = "Department 'Other' is not listed: please tell what it is called.";
    expect([status, body.errors]).toEqual([422, [{ field: 'department', message }]]);
    const { id } = (await portal.api.post('/departments', { name: 'Other' })).body.data;
    expect((await submit(member.id, last, unsaid)).status).toBe(200);
    expect(await memberNow(member.id)).toMatchObject({ departments_id: id, other_department: null });
  });

  it('offers the names of departments and business units to who has it, and to nobody else', async () => {
    const { member, credential } = await linked();
    const { status, body } = await stranger.get<Record<string, string[]>>(pathOf(member.id, credential));
    expect(status).toBe(200);
    expect(body.data['departments']).toContain(names.department);
    expect(body.data['business_units']).toContain(names.business_unit);
    expect(Object.keys(body.data)).toEqual(['departments', 'business_units']);
    const refused = await stranger.get(pathOf(member.id, 'skl_wrong'));
    expect([refused.status, refused.body.error]).toEqual([403, FAILED]);
  });

  it('names every field that is missing or of no kind that it takes, and stays good', async () => {
    const { member, credential } = await linked();
    const { status, body } = await submit(member.id, credential, { department: ' ' });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['department', 'business_unit']]);
    expect((await submit(member.id, credential, { ...names, business_unit: 'Nowhere' })).status).toBe(422);
    expect((await submit(member.id, credential, [])).status).toBe(400);
    expect((await submit(member.id, credential)).status).toBe(200);
  });

  it.each([
    ['a NUL', 'Opt\u0000ics'],
    ['half a character', 'Opt\ud800ics'],
    ['far too much', 'x'.repeat(300_000)],
  ])('refuses %s in either field, and stays good', async (_what, text) => {
    const { member, credential } = await linked();
    for (const field of ['department', 'business_unit']) {
      const { status, body } = await submit(member.id, credential, { ...names, [field]: text });
      expect([field, status]).toEqual([field, 422]);
      expect(body.errors).not.toEqual([]);
    }
    expect(await memberNow(member.id)).toEqual(member);
    expect((await submit(member.id, credential)).status).toBe(200);
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['a formula', '=1+1', '=1+1'],
    ['a mark of direction, which is taken out,', 'abc\u202edef', 'abcdef'],
  ])('keeps %s as the text that it is', async (_what, department, kept) => {
    const { member, credential } = await linked();
    expect((await submit(member.id, credential, { ...names, department })).status).toBe(200);
    expect(await memberNow(member.id)).toMatchObject({ other_department: kept });
  });

  it('makes the one before it good for nothing', async () => {
    const { member, credential } = await linked();
    const { credential: second } = await newLink(member);
    expect((await submit(member.id, credential)).status).toBe(403);
    expect((await submit(member.id, second)).status).toBe(200);
  });
});

describe('what strangers learn from links', () => {
  it('is the same refusal for whatever is wrong: no member, another one, an old, used or missing credential', async () => {
    const { member, credential } = await linked();
    const { member: other, credential: late } = await linked();
    await portal.db.query({
      text: `UPDATE member_links SET expires_at = now() WHERE member_id = $1`,
      values: [other.id],
    });
    const before = [await memberNow(member.id), await memberNow(other.id)];
    const answers = await Promise.all([
      submit(2_000_000, credential),
      submit('0', credential),
      submit(other.id, credential),
      submit(other.id, late),
      submit(member.id, ''),
      submit(member.id, 'skl_short'),
      submit(member.id, `skl_${'A'.repeat(43)}`),
      stranger.post(`/members/update-restricted/${member.id}`, names),
    ]);
    for (const { status, body } of answers)
      expect([status, { ...body, request_id: '' }]).toEqual([
        403,
        { error: FAILED, errors: [], request_id: '' },
      ]);
    expect([await memberNow(member.id), await memberNow(other.id)]).toEqual(before);
    expect((await submit(member.id, credential)).status).toBe(200);
  });

  it('is nothing of somebody who was removed, or blacklisted meanwhile', async () => {
    const { member: gone, credential: first } = await linked();
    expect((await portal.api.delete(`/members/${gone.id}`)).status).toBe(200);
    expect((await submit(gone.id, first)).status).toBe(403);
    const { member, credential } = await linked();
    await portal.api.put(`/members/${member.id}`, { blacklist: true });
    expect((await submit(member.id, credential)).status).toBe(403);
    const refused = await portal.api.post(`/members/${member.id}/update_link/send`, {});
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This member is blacklisted and gets no mail.',
    ]);
  });

  it('is nothing of further fields: they are refused, and none is ever changed', async () => {
    const { member, credential } = await linked();
    for (const [field, value] of Object.entries({
      email: 'eve@example.com',
      name: 'Eve',
      team: 'Core',
      blacklist: true,
      tenant: 'spincorp',
      id: 1,
    })) {
      const { status, body } = await submit(member.id, credential, { ...names, [field]: value });
      expect([status, body.errors.map((error) => error.field)]).toEqual([422, [field]]);
    }
    expect(await memberNow(member.id)).toEqual(member);
  });

  it('is refused after ten wrong ones in a minute, by address and by member, and the true link works from elsewhere', async () => {
    const { member, credential } = await linked();
    const { member: other, credential: second } = await linked();
    const wrong = () => submit(member.id, `skl_${'B'.repeat(43)}`);
    for (let at = 0; at < 10; at += 1) expect([at, (await wrong()).status]).toEqual([at, 403]);
    const flooded = await wrong();
    expect([flooded.status, Number(flooded.headers.get('retry-after')) > 0]).toEqual([429, true]);
    // The address may ask for nobody, and the member cannot be guessed from elsewhere either.
    expect((await submit(other.id, second)).status).toBe(429);
    const elsewhere = from((addresses += 1));
    expect((await submit(member.id, credential, names, elsewhere)).status).toBe(429);
    expect((await submit(other.id, second, names, elsewhere)).status).toBe(200);
  });

  it('is refused for a minute and no longer: the true link works again', async () => {
    const { member, credential } = await linked();
    for (let at = 0; at < 10; at += 1) await submit(member.id, `skl_${'D'.repeat(43)}`);
    expect((await submit(member.id, credential)).status).toBe(429);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect((await submit(member.id, credential)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused however many wrong ones come at once', async () => {
    const { member } = await linked();
    const wrong = () => submit(member.id, `skl_${'C'.repeat(43)}`);
    const all = await Promise.all(Array.from({ length: 30 }, wrong));
    expect(all.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

describe('a link that lies about', () => {
  it('cannot be guessed: each has 256 bits of its own', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, async () => (await linked()).credential));
    for (const credential of all) expect(credential).toMatch(/^skl_[\w-]{43}$/);
    expect(new Set(all.map((credential) => credential.slice(4, 20))).size).toBe(5);
  });

  it('is not used up by what only looks at it', async () => {
    const { member, credential } = await linked();
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await fetch(`${portal.url}/api${pathOf(member.id, credential)}`, { method })).status).toBe(200);
    expect(await memberNow(member.id)).toEqual(member);
    expect((await submit(member.id, credential)).status).toBe(200);
  });

  it('is kept as a hash alone, and stands in no answer, log or error', async () => {
    const { member, credential, answer } = await linked();
    expect(answer.text).not.toContain(credential);
    await submit(member.id, `${credential}x`);
    const failed = await submit(member.id, credential, { department: 'x', [credential]: 1 });
    expect(failed.status).toBe(422);
    expect((await submit(member.id, credential)).text).not.toContain(credential);
    expect(portal.log()).not.toContain(credential.slice(4));
    const { rows } = await portal.db.query<{ row: string }>('SELECT l::text AS row FROM member_links l');
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(credential);
  });

  it('is made by who may change members, not too often, and by nobody for no member', async () => {
    expect((await stranger.post('/members/1/update_link/send', {})).status).toBe(401);
    expect((await portal.api.post('/members/2000000/update_link/send', {})).status).toBe(404);
    const busy = await portal.signIn({ email: 'busy@example.com' });
    const members = await Promise.all(
      Array.from({ length: 31 }, () => factory.create(registry.get('members'), { blacklist: false })),
    );
    const made: number[] = [];
    for (const { id } of members) made.push((await busy.post(`/members/${id}/update_link/send`, {})).status);
    expect(made).toEqual([...Array.from({ length: 30 }, () => 202), 429]);
  });
});
