import { describe, expect, it, vi } from 'vitest';
import type { AttestationInFull } from '#calls/attestation.ts';
import type { MyAttestation } from '#calls/attestation-answers.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import { attestedModels } from '#resources/attestation.ts';
import { DRIFT_SUBJECTS, UNANSWERED } from '#resources/drift-repairs.ts';
import { attestationDesk } from '#tests/support/attestation.ts';
import { onDay } from '#tests/support/on-day.ts';
import { withPortal } from '#tests/support/portal.ts';

// Each test comes from an address of its own, since wrong links are counted by address.
const portal = withPortal({
  TRUST_PROXY: 'true',
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer, cloud-owners=owner',
});
const desk = attestationDesk(portal);
const at = (moment: string) => new Date(moment);
const clockAt = (moment: string) => void vi.setSystemTime(at(moment));
const NO_LINK = `skl_${'A'.repeat(43)}`;

/** Somebody with a cost center and an account, and a campaign that asks them. */
async function asked(name: string, more: object = {}) {
  onDay();
  const ada = await desk.person(`${name}.desk`, 'editor');
  const contact = await desk.contact(name);
  const center = await desk.costCenter(`center-${name}`, contact);
  const account = await desk.account(`account-${name}`, `${name}@example.com`);
  const campaign = await desk.begin(ada, { name, ...more });
  const credential = await desk.credentialOf(`${name}@example.com`);
  const items = await desk.items(ada, campaign.id, name);
  const stranger = desk.stranger();
  const answer = (body: object) => stranger.post(`/attest?credential=${credential}`, body);
  const itemOf = (title: string) => items[title]?.id ?? 0;
  return { ada, contact, center, account, campaign, credential, stranger, answer, itemOf };
}

it('each model whose owners are asked has a drift of its own where they do not answer', () => {
  const told = [...UNANSWERED].map((kind) => DRIFT_SUBJECTS[kind]);
  expect(attestedModels.map(({ name }) => name).toSorted()).toEqual(told.toSorted());
});

it('an account is asked about by its name and its number', async () => {
  onDay();
  const ada = await desk.person('named.desk', 'editor');
  await desk.contact('named');
  await desk.account('account-named', 'named@example.com', { name: 'Payments' });
  const campaign = await desk.begin(ada, { name: 'named' });
  const items = await desk.items(ada, campaign.id, 'named');
  expect(Object.keys(items)).toEqual(['Payments · account-named']);
});

describe('the preview of a campaign', () => {
  it('says whom it would ask, whom it cannot, and how the mail looks, and writes to nobody', async () => {
    onDay();
    const ada = await desk.person('preview.desk', 'editor');
    const owner = await desk.contact('preview.owner');
    await desk.costCenter('center-preview', owner);
    await desk.costCenter('center-preview-over', owner, { expired_at: '2028-02-01' });
    await desk.account('account-preview-1', null);
    await desk.account('account-preview-2', 'preview.stranger@example.com');
    const gone = await desk.contact('preview.gone', { terminated: true });
    await desk.account('account-preview-3', String(gone['email']));
    await desk.account('account-preview-4', null, { cost_center: 'center-preview' });
    const { rows } = await portal.db.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM outbox',
    );
    const body = {
      name: 'Preview',
      models: ['cost_centers', 'cloud_parents'],
      last_day: '2028-03-10',
      dry_run: true,
    };
    const answer = await ada.post<Record<string, unknown>>('/attestations', body);
    expect(answer.status, answer.text).toBe(200);
    const { left_out: left, mail, owners, things } = answer.body.data;
    expect(left).toEqual(
      expect.arrayContaining([
        { owner: null, name: null, why: 'nobody', things: expect.any(Number) },
        { owner: 'preview.stranger@example.com', name: null, why: 'unknown', things: 1 },
        { owner: 'preview.gone@example.com', name: 'preview.gone', why: 'terminated', things: 1 },
      ]),
    );
    expect(owners).toBeGreaterThan(0);
    expect(things).toBeGreaterThanOrEqual(2);
    expect(mail).toMatchObject({
      subject: 'Please confirm what is yours',
      text: expect.stringContaining('10-Mar-2028 (UTC)'),
    });
    const after = await portal.db.query<{ count: number }>('SELECT count(*)::integer AS count FROM outbox');
    expect(after.rows).toEqual(rows);
    expect((await ada.get('/attestations?')).body.data).not.toContainEqual(
      expect.objectContaining({ name: 'Preview' }),
    );
  });

  it('names everything that is wrong', async () => {
    onDay();
    const ada = await desk.person('wrong.desk', 'editor');
    const refused = async (more: object) => {
      const body = { name: 'Wrong', models: ['cost_centers'], last_day: '2028-03-10', ...more };
      const answer = await ada.post('/attestations', body);
      return [answer.status, answer.body.errors?.map(({ field }) => field)];
    };
    expect(await refused({ last_day: '2028-02-28' })).toEqual([422, ['last_day']]);
    expect(await refused({ models: [] })).toEqual([422, ['models']]);
    expect((await refused({ models: ['members'] }))[0]).toBe(422);
    expect((await refused({ remind_days: [0] }))[0]).toBe(422);
    expect(await refused({ name: '' })).toEqual([422, ['name']]);
  });
});

describe('a campaign', () => {
  it('is for who may change, and closed to viewers, owners and strangers', async () => {
    const { campaign, itemOf } = await asked('closed');
    const body = { name: 'Closed 2', models: ['cost_centers'], last_day: '2028-03-10' };
    const item = `/attestations/${campaign.id}/items/${itemOf('center-closed')}`;
    for (const role of ['viewer', 'owner'] as const) {
      const api = await desk.person(`closed.${role}`, role);
      for (const path of [
        '/attestations',
        `/attestations/${campaign.id}`,
        `/attestations/${campaign.id}/items`,
      ])
        expect([role, path, (await api.get(path)).status]).toEqual([role, path, 403]);
      expect((await api.post('/attestations', body)).status).toBe(403);
      expect((await api.post(`${item}/confirm`, {})).status).toBe(403);
    }
    expect((await desk.stranger().post('/attestations', body)).status).toBe(401);
  });

  it('writes to each owner once, with a link of which the hash alone is kept', async () => {
    const { ada, campaign, credential } = await asked('written');
    expect(await desk.mailsTo('written@example.com')).toHaveLength(1);
    const [mail] = await desk.mailsTo('written@example.com');
    expect(mail?.body_text).toMatch(/^Hello written,\n\n2 things are in your name/);
    const { rows } = await portal.db.query<{ row: string }>('SELECT l::text AS row FROM attestation_links l');
    expect(rows.map(({ row }) => row).join()).not.toContain(credential);
    expect(portal.log()).not.toContain(credential.slice(4));
    expect(campaign).toMatchObject({
      state: 'open',
      counts: { confirmed: 0 },
      ends_at: '2028-03-11T00:00:00.000Z',
    });
    const again = { name: 'Written', models: ['cost_centers'], last_day: '2028-03-10' };
    expect((await ada.post('/attestations', again)).status).toBe(409);
  });
});

describe('the link of a mail', () => {
  it('takes answers that can be changed, and is used up once the owner has finished', async () => {
    const { ada, campaign, credential, stranger, answer, itemOf } = await asked('answers');
    const seen = await desk.linked(credential);
    expect(seen).toMatchObject({ name: 'answers', campaign: 'answers', waiting: 2, total: 2 });
    expect(seen.things.map(({ title }) => title)).toEqual(['account-answers', 'center-answers']);
    const [center, account] = [itemOf('center-answers'), itemOf('account-answers')];
    const given = { item: center, answer: 'given_up', reason: '<b>Nobody</b> uses it' };
    expect((await answer({ answers: [given] })).body.data).toMatchObject({ waiting: 1 });
    const finish = () => stranger.post(`/attest/finish?credential=${credential}`, {});
    expect((await finish()).body.error).toBe('1 of 2 wait for your answer. Answer about each first.');
    const changed = { item: center, answer: 'handed_over', to_person: 'Grace' };
    expect((await answer({ answers: [changed], remaining: 'confirmed' })).body.data).toMatchObject({
      waiting: 0,
    });
    expect(await desk.items(ada, campaign.id, 'answers')).toMatchObject({
      'center-answers': {
        answer: 'handed_over',
        to_person: 'Grace',
        reason: null,
        answered_by: 'answers@example.com',
      },
      'account-answers': { id: account, answer: 'confirmed' },
    });
    expect((await finish()).body.data).toEqual({ answered: 2 });
    const over = await stranger.get(`/attest?credential=${credential}`);
    const unknown = await stranger.get(`/attest?credential=${NO_LINK}`);
    expect([over.status, over.body.error]).toEqual([403, unknown.body.error]);
    expect((await answer({ remaining: 'confirmed' })).status).toBe(403);
  });

  it('answers about nothing of others, and names what is wrong', async () => {
    const { answer, itemOf } = await asked('foreign');
    const other = await asked('foreign.other');
    const item = itemOf('center-foreign');
    for (const wrong of [
      {},
      { answers: [] },
      { answers: [{ item, answer: 'burnt' }] },
      { answers: [{ item, answer: 'handed_over' }] },
      { answers: [{ item, answer: 'given_up', reason: ' ' }] },
      { answers: [{ item: other.itemOf('center-foreign.other'), answer: 'confirmed' }] },
      { answers: [{ item, answer: 'confirmed' }], email: 'eve@example.com' },
    ])
      expect([wrong, (await answer(wrong)).status]).toEqual([wrong, 422]);
    const items = await desk.items(other.ada, other.campaign.id, 'foreign.other');
    expect(Object.values(items).map((one) => one.answer)).toEqual([null, null]);
  });

  it('is good until the end of the last day, and not a moment longer', async () => {
    const { credential, stranger } = await asked('expires', { last_day: '2028-02-29' });
    clockAt('2028-02-29T23:59:59Z');
    await desk.linked(credential);
    clockAt('2028-03-01T00:00:00Z');
    expect((await stranger.get(`/attest?credential=${credential}`)).status).toBe(403);
  });

  it('is refused after ten wrong ones in a minute', async () => {
    const { credential, stranger } = await asked('guessed');
    for (let tries = 0; tries < 12; tries += 1) await stranger.get(`/attest?credential=${NO_LINK}`);
    const refused = await stranger.get(`/attest?credential=${credential}`);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    // Elsewhere, and a minute later here, it is as good as before.
    await desk.linked(credential);
    clockAt('2028-02-29T12:02:00Z');
    expect((await stranger.get(`/attest?credential=${credential}`)).status).toBe(200);
  });
});

describe('an answer is taken over', () => {
  it('in one step, with history, by whoever does so; to a member as well, who becomes a contact', async () => {
    const { ada, campaign, center, answer, itemOf } = await asked('taken');
    await desk.contact('taken.heir');
    await desk.member('taken.member');
    const [one, two] = [itemOf('center-taken'), itemOf('account-taken')];
    await answer({
      answers: [
        { item: one, answer: 'handed_over', to_person: ' Taken.Heir@example.com' },
        { item: two, answer: 'handed_over', to_person: 'taken.member' },
      ],
    });
    const path = `/attestations/${campaign.id}/items`;
    const taken = await ada.post(`${path}/${one}/take_over`, {});
    expect([taken.status, taken.body.data['note']]).toEqual([
      200,
      'It belongs to taken.heir@example.com now.',
    ]);
    const history = await ada.get<HistoryEntry[]>(`/cost_centers/${center.id}/history`);
    expect(history.body.data[0]).toMatchObject({
      by: { email: 'taken.desk@example.com' },
      changes: [expect.objectContaining({ field: 'cloud_contact_id' })],
    });
    expect((await ada.post(`${path}/${one}/take_over`, {})).status).toBe(409);
    const late = await answer({ answers: [{ item: one, answer: 'confirmed' }] });
    expect([late.status, late.body.error]).toEqual([
      409,
      'The CCoE team has dealt with your answer about center-taken already. Ask them to change it.',
    ]);
    expect((await ada.post(`${path}/${two}/take_over`, {})).body.data['note']).toBe(
      'It belongs to taken.member@example.com now.',
    );
    const contacts = await ada.get<unknown[]>('/cloud_contacts?by_email=taken.member@example.com');
    expect(contacts.body.data).toHaveLength(1);
    // Nothing is left that the link could change.
    expect((await answer({ remaining: 'confirmed' })).status).toBe(403);
  });

  it('not to somebody who is not known, until the desk chooses who it is', async () => {
    const { ada, campaign, account, answer, itemOf } = await asked('unknown');
    await desk.contact('unknown.heir');
    const item = itemOf('account-unknown');
    await answer({ answers: [{ item, answer: 'handed_over', to_person: 'Somebody' }] });
    const path = `/attestations/${campaign.id}/items/${item}/take_over`;
    const refused = await ada.post(path, {});
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          field: 'to',
          message: 'Somebody is no cloud contact and no member. Choose who is to be the owner.',
        },
      ],
    ]);
    expect((await ada.post(path, { to: 'unknown.heir@example.com' })).status).toBe(200);
    const record = await ada.get(`/cloud_parents/${account.id}`);
    expect(record.body.data['cloud_contact_email']).toBe('unknown.heir@example.com');
  });

  it('not where somebody has changed the record meanwhile; it is noted, and becomes a comment', async () => {
    const { ada, campaign, center, answer, itemOf } = await asked('stale');
    const heir = await desk.contact('stale.heir');
    const item = itemOf('center-stale');
    await answer({ answers: [{ item, answer: 'handed_over', to_person: 'stale.heir' }] });
    const other = await desk.contact('stale.other');
    expect((await ada.put(`/cost_centers/${center.id}`, { cloud_contact_id: other.id })).status).toBe(200);
    const path = `/attestations/${campaign.id}/items/${item}`;
    const refused = await ada.post(`${path}/take_over`, { to: heir['email'] });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Somebody has changed the owner of Cost Center center-stale since stale@example.com was notified. Look at the record, and note the answer as dealt with.',
    ]);
    expect((await ada.post(`${path}/settle`, { note: '' })).status).toBe(422);
    expect((await ada.post(`${path}/settle`, { note: 'It was given away before.' })).status).toBe(200);
    const comments = await ada.get<{ text: string }[]>(
      `/comments?by_model=cost_centers&by_record=${center.id}`,
    );
    expect(comments.body.data[0]?.text).toBe(
      'stale@example.com hands it over to stale.heir. (stale)\n\nIt was given away before.',
    );
    expect((await ada.get(`/cost_centers/${center.id}`)).body.data['cloud_contact_email']).toBe(
      other['email'],
    );
  });
});

describe('silence', () => {
  it('becomes drift once the last day has passed, once however many look, and goes when the owner confirms', async () => {
    const { ada, campaign, answer, itemOf } = await asked('silent');
    await answer({ answers: [{ item: itemOf('center-silent'), answer: 'confirmed' }] });
    clockAt('2028-03-10T23:59:59Z');
    await desk.look(new Date());
    expect(await desk.silence(ada, 'account-silent')).toEqual([]);
    clockAt('2028-03-11T00:00:01Z');
    await Promise.all([desk.look(new Date()), desk.lookElsewhere(new Date())]);
    const over = (await ada.get<AttestationInFull>(`/attestations/${campaign.id}`)).body.data;
    expect(over).toMatchObject({ state: 'closed', closed_by: null });
    expect(over.events.filter(({ by }) => by === 'clock')).toHaveLength(1);
    expect(await desk.silence(ada, 'center-silent')).toEqual([]);
    expect(await desk.silence(ada, 'account-silent')).toMatchObject([
      { kind: 'unanswered_account', owner: 'silent@example.com', about: 'No answer to silent' },
    ]);
    // A further campaign about the same is one finding, too, also while it asks.
    await desk.begin(ada, { name: 'silent again', last_day: '2028-03-12' });
    expect(await desk.silence(ada, 'account-silent')).toHaveLength(1);
    clockAt('2028-03-13T00:00:01Z');
    await desk.look(new Date());
    expect(await desk.silence(ada, 'account-silent')).toMatchObject([{ about: 'No answer to silent again' }]);
    const owner = await desk.person('silent', 'owner');
    const mine = async () => (await owner.get<MyAttestation>('/my_cloud/attestation')).body.data;
    const { things } = await mine();
    expect(things.map(({ title }) => title)).toEqual(['account-silent', 'center-silent']);
    const send = (body: object) => owner.post('/my_cloud/attestation', body);
    expect((await send({ remaining: 'confirmed' })).body.data['waiting']).toBe(0);
    // A late answer stays, too, and can be changed for a week.
    await send({ answers: [{ item: things[0]?.id, answer: 'given_up', reason: 'It is shut down' }] });
    expect((await mine()).things.map(({ answer }) => answer)).toEqual(['given_up', 'confirmed']);
    clockAt('2028-03-20T00:00:02Z');
    expect(await mine()).toEqual({ waiting: 0, things: [] });
    expect(await desk.silence(ada, 'account-silent')).toEqual([]);
  });

  it('goes when the desk confirms it, or gives the record to somebody', async () => {
    const { ada, campaign } = await asked('repaired');
    await desk.contact('repaired.heir');
    expect((await ada.post(`/attestations/${campaign.id}/close`, {})).body.data['state']).toBe('closed');
    expect((await ada.post(`/attestations/${campaign.id}/close`, {})).status).toBe(409);
    const [account] = await desk.silence(ada, 'account-repaired');
    const repair = `/drift_findings/${account?.id}/repair`;
    expect((await ada.post(repair, { take: 'confirm' })).status).toBe(200);
    expect((await ada.post(repair, { take: 'confirm' })).status).toBe(409);
    expect(await desk.silence(ada, 'account-repaired')).toEqual([]);
    const [center] = await desk.silence(ada, 'center-repaired');
    const give = { take: 'give', to: 'repaired.heir@example.com' };
    expect((await ada.post(`/drift_findings/${center?.id}/repair`, give)).status).toBe(200);
    expect(await desk.silence(ada, 'center-repaired')).toEqual([]);
    const items = await desk.items(ada, campaign.id, 'repaired');
    expect(items['account-repaired']).toMatchObject({
      answer: 'confirmed',
      answered_by: 'repaired.desk@example.com',
    });
  });
});

describe('reminders', () => {
  it('go to who has not answered, once for each of their days, and move with the last day', async () => {
    const { ada, campaign, answer } = await asked('reminded', { remind_days: [7, 1] });
    const mails = async () => (await desk.mailsTo('reminded@example.com')).length;
    await desk.look(at('2028-03-03T07:59:00Z'));
    expect(await mails()).toBe(1);
    clockAt('2028-03-03T08:00:00Z');
    await Promise.all([desk.look(new Date()), desk.lookElsewhere(new Date())]);
    await desk.written(campaign.id);
    await desk.look(new Date());
    expect(await mails()).toBe(2);
    expect((await desk.mailsTo('reminded@example.com'))[0]?.subject).toBe(
      'Reminder: please confirm what is yours',
    );
    const moved = await ada.put(`/attestations/${campaign.id}`, { last_day: '2028-03-20' });
    expect(moved.body.data).toMatchObject({ last_day: '2028-03-20', ends_at: '2028-03-21T00:00:00.000Z' });
    await answer({ remaining: 'confirmed' });
    expect((await ada.post(`/attestations/${campaign.id}/remind`, {})).status).toBe(202);
    await desk.written(campaign.id);
    expect(await mails()).toBe(2);
    const told = (await ada.get<AttestationInFull>(`/attestations/${campaign.id}`)).body.data.events;
    expect(told.map(({ what }) => what)).toContain('The last day is 20-Mar-2028 now, not 10-Mar-2028.');
  });
});

it('the answers of a campaign come as a file, and are found by answer and owner', async () => {
  const { ada, campaign, answer, itemOf } = await asked('filed');
  await answer({ answers: [{ item: itemOf('center-filed'), answer: 'given_up', reason: '=1+1' }] });
  const path = `/attestations/${campaign.id}/items`;
  const found = async (query: string) =>
    (await ada.get<unknown[]>(`${path}?q=filed&${query}`)).body.meta.total;
  expect(await found('by_answer=waiting')).toBe(1);
  expect(await found('by_answer=to_review')).toBe(1);
  expect(await found('by_answer=confirmed')).toBe(0);
  const { text } = await ada.get(`${path}.csv?q=filed`);
  expect(text).toContain('center-filed');
  expect(text).toContain("'=1+1");
});
