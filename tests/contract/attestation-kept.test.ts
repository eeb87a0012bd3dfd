import { expect, it } from 'vitest';
import type { Attestation } from '#calls/attestation.ts';
import type { WaitingWork } from '#calls/overview.ts';
import { removeOldLinks } from '#server/modules/attestation/retention.ts';
import { attestationDesk } from '#tests/support/attestation.ts';
import type { Api } from '#tests/support/api.ts';
import { onDay } from '#tests/support/on-day.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  TRUST_PROXY: 'true',
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer, cloud-owners=owner',
});
const desk = attestationDesk(portal);

/** A campaign that asks somebody about a cost center and an account. */
async function asked(name: string) {
  onDay();
  const ada = await desk.person(`${name}.desk`, 'editor');
  await desk.costCenter(`center-${name}`, await desk.contact(name));
  await desk.account(`account-${name}`, `${name}@example.com`);
  const campaign = await desk.begin(ada, { name });
  const credential = await desk.credentialOf(`${name}@example.com`);
  const items = await desk.items(ada, campaign.id, name);
  const answer = (title: string, body: object) =>
    desk
      .stranger()
      .post(`/attest?credential=${credential}`, { answers: [{ item: items[title]?.id, ...body }] });
  return { ada, campaign, credential, items, answer };
}

const waits = async (api: Api) =>
  (await api.get<WaitingWork[]>('/waiting')).body.data.find(({ list }) => list === 'attestations');

it('the start page counts the answers that wait for the desk, for who may take them over', async () => {
  const { ada, campaign, items, answer } = await asked('counted');
  expect(await waits(ada)).toMatchObject({ label: 'Answered by owners', count: 0 });
  const given = await answer('center-counted', { answer: 'given_up', reason: 'Not ours' });
  expect(given.status, given.text).toBeLessThan(300);
  await answer('account-counted', { answer: 'confirmed' });
  expect(await waits(ada)).toMatchObject({ count: 1 });
  expect(await waits(await desk.person('counted.viewer', 'viewer'))).toBeUndefined();
  const id = items['center-counted']?.id;
  const noted = await ada.post(`/attestations/${campaign.id}/items/${id}/settle`, {
    note: 'Given to the desk',
  });
  expect(noted.status, noted.text).toBeLessThan(300);
  expect(await waits(ada)).toMatchObject({ count: 0 });
});

it('links and their letters go 90 days after a campaign was closed, and what was answered stays', async () => {
  const over = await asked('long.over');
  const open = await asked('still.open');
  await over.answer('center-long.over', { answer: 'confirmed' });
  const closedBefore = (days: number) =>
    portal.db.query(
      `UPDATE attestation_campaigns SET state = 'closed', closed_at = now() - make_interval(days => $2) WHERE id = $1`,
      [over.campaign.id, days],
    );
  const kept = async (id: number) => {
    const { rows } = await portal.db.query<{ links: number; letters: number }>(
      `SELECT count(*)::integer AS links, count(m.id)::integer AS letters FROM attestation_links l
       JOIN attestation_owners o ON o.id = l.owner_id LEFT JOIN outbox m ON m.id = l.mail_id WHERE o.campaign_id = $1`,
      [id],
    );
    return rows[0];
  };
  const letters = async () =>
    (await portal.db.query<{ id: number }>('SELECT id FROM outbox ORDER BY id')).rows.length;
  await closedBefore(89);
  await removeOldLinks(portal.db);
  const before = await kept(over.campaign.id);
  const all = await letters();
  const read = async () => (await over.ada.get<Attestation>(`/attestations/${over.campaign.id}`)).body.data;
  const { owners, counts } = await read();
  expect(before?.links).toBeGreaterThan(0);
  expect(before?.letters).toBe(before?.links);
  await closedBefore(91);
  await removeOldLinks(portal.db);
  expect(await kept(over.campaign.id)).toEqual({ links: 0, letters: 0 });
  expect(await letters()).toBe(all - (before?.letters ?? 0));
  expect((await kept(open.campaign.id))?.letters).toBeGreaterThan(0);
  expect(await read()).toMatchObject({ owners, counts });
  expect(counts.confirmed).toBe(1);
});
