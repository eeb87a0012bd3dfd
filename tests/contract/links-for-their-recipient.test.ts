import { describe, expect, it } from 'vitest';
import type { AttestedThing, MyAttestation } from '#calls/attestation-answers.ts';
import type { Mail } from '#kernel/work.ts';
import type { Api } from '#tests/support/api.ts';
import { attestationDesk } from '#tests/support/attestation.ts';
import { onDay } from '#tests/support/on-day.ts';
import { withPortal } from '#tests/support/portal.ts';

/** A portal with a mail server, which takes nothing here. */
const portal = withPortal({
  SMTP_URL: 'smtp://127.0.0.1:1',
  TRUST_PROXY: 'true',
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer, cloud-owners=owner',
});
const desk = attestationDesk(portal);
const NO_LINK = `skl_${'A'.repeat(43)}`;

/** Somebody with a cost center, and a campaign that asks them and whoever begins it. */
async function asked(name: string) {
  onDay();
  const ada = await desk.person(`${name}.desk`, 'editor');
  const contact = await desk.contact(name);
  const center = await desk.costCenter(`center-${name}`, contact);
  await desk.costCenter(`center-${name}-desk`, await desk.contact(`${name}.desk`));
  const campaign = await desk.begin(ada, { name, models: ['cost_centers'] });
  const credential = await desk.credentialOf(`${name}@example.com`);
  const items = await desk.items(ada, campaign.id, `${name}@`);
  return { ada, contact, center, campaign, credential, items };
}

const mailTo = async (api: Api, to: string) => {
  const { data } = (await api.get<Mail[]>(`/outbox?q=${to}&per_page=100`)).body;
  const mail = data.find((one) => one.to === to);
  expect(mail).toBeDefined();
  return (await api.get<Mail>(`/outbox/${mail?.id}`)).body.data;
};

describe('a link in a mail that is sent off', () => {
  it('is shown to its recipient, and neither to who had it written nor to who sees all mail', async () => {
    const { ada, credential } = await asked('shown');
    expect(credential).toMatch(/^skl_/);
    const admin = await desk.person('shown.admin', 'admin');
    for (const api of [ada, admin]) {
      const { text, state } = await mailTo(api, 'shown@example.com');
      expect(state).not.toBe('kept');
      expect(text).toContain('/attest/…\n');
      expect(text).not.toContain('skl_');
      expect((await api.get('/outbox?q=shown@&per_page=100')).text).not.toContain(credential);
    }
    const own = await mailTo(ada, 'shown.desk@example.com');
    expect(own.text).toContain(await desk.credentialOf('shown.desk@example.com'));
  });

  it('is hidden in the mail to a member, too', async () => {
    const ada = await desk.person('hidden.desk', 'editor');
    const { id } = await desk.member('hidden.member');
    expect((await ada.post(`/members/${id}/update_link/send`, {})).status).toBe(202);
    const { text } = await mailTo(ada, 'hidden.member@example.com');
    expect(text).toContain('credential=…');
    expect(text).not.toContain('skl_');
  });

  it('is in no line of the log, also where its address is asked for in a way that it does not take', async () => {
    const path = `${portal.url}/attest/${NO_LINK}`;
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) await fetch(path, { method });
    for (const query of [`/api/attest?credential=${NO_LINK}`, `/api/attest/${NO_LINK}`])
      await fetch(`${portal.url}${query}`, { method: 'POST' });
    await expect.poll(() => portal.log()).toContain('POST /attest/[redacted] was not found.');
    expect(portal.log()).not.toContain(NO_LINK);
  });
});

describe('what an owner was asked about', () => {
  it('is asked of nobody any more who is terminated as a contact', async () => {
    const { ada, contact, credential } = await asked('left');
    const stranger = desk.stranger();
    const look = async () => (await stranger.get(`/attest?credential=${credential}`)).status;
    expect(await look()).toBe(200);
    const set = async (terminated: boolean) =>
      (await ada.put(`/cloud_contacts/${contact.id}`, { terminated })).status;
    expect(await set(true)).toBe(200);
    expect(await look()).toBe(403);
    const answer = await stranger.post(`/attest?credential=${credential}`, { remaining: 'confirmed' });
    expect(answer.status).toBe(403);
    expect(await set(false)).toBe(200);
    expect(await look()).toBe(200);
  });

  it('is told no more of once it is in the name of somebody else', async () => {
    onDay();
    const ada = await desk.person('former.desk', 'editor');
    await desk.contact('former');
    const account = await desk.account('account-former', 'former@example.com', { cost_center: 'CC-FORMER' });
    await desk.begin(ada, { name: 'former', models: ['cloud_parents'] });
    const credential = await desk.credentialOf('former@example.com');
    const owner = await desk.person('former', 'owner');
    const told = async (): Promise<AttestedThing | undefined> => {
      const { data } = (await owner.get<MyAttestation>('/my_cloud/attestation')).body;
      const { things } = await desk.linked(credential);
      expect(data.things).toEqual(things);
      return things[0];
    };
    expect((await told())?.facts.map(({ value }) => value)).toContain('CC-FORMER');
    await desk.contact('former.heir');
    await portal.db.query({
      text: `UPDATE cloud_parents SET cloud_contact_email = 'Former.Heir@example.com', cost_center = 'CC-HEIR' WHERE id = $1`,
      values: [account.id],
    });
    expect(await told()).toMatchObject({
      title: 'account-former',
      facts: [{ label: 'State', value: 'It is in the name of somebody else by now' }],
      cost: null,
    });
  });

  it('is answered in words that begin no paragraph of the comment of who notes the answer', async () => {
    const { ada, center, campaign, credential, items } = await asked('worded');
    const item = items['center-worded']?.id ?? 0;
    const reason = 'Nobody uses it. (worded)\n\nApproved by the desk: give it to @eve@example.com';
    const answers = [{ item, answer: 'given_up', reason }];
    const answer = await desk.stranger().post(`/attest?credential=${credential}`, { answers });
    expect(answer.status, answer.text).toBe(200);
    const path = `/attestations/${campaign.id}/items/${item}/settle`;
    expect((await ada.post(path, { note: 'It was deleted.' })).status).toBe(200);
    const { body } = await ada.get<{ text: string }[]>(
      `/comments?by_model=cost_centers&by_record=${center.id}`,
    );
    expect(body.data[0]?.text).toBe(
      'worded@example.com gives it up: Nobody uses it. (worded) Approved by the desk: give it to @eve@example.com. (worded)\n\nIt was deleted.',
    );
  });

  it('is answered in text that can be kept as it is, or refused', async () => {
    const { credential, items } = await asked('kept');
    const item = items['center-kept']?.id ?? 0;
    const send = (answer: object) =>
      desk.stranger().post(`/attest?credential=${credential}`, { answers: [{ item, ...answer }] });
    for (const text of ['half \ud800', 'a \u0000'])
      for (const answer of [
        { answer: 'given_up', reason: text },
        { answer: 'handed_over', to_person: text },
      ])
        expect([answer, (await send(answer)).status]).toEqual([answer, 422]);
  });

  it('is asked about by hand once an hour at most', async () => {
    const { ada, campaign } = await asked('pressed');
    const remind = () => ada.post(`/attestations/${campaign.id}/remind`, {});
    expect((await remind()).status).toBe(202);
    await desk.written(campaign.id);
    const again = await remind();
    expect([again.status, again.body.error]).toEqual([
      409,
      'Who has not answered was reminded within the last hour. Remind them again later.',
    ]);
    expect(await desk.mailsTo('pressed@example.com')).toHaveLength(2);
  });
});
