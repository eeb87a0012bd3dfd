import type { PoolClient } from 'pg';
import { formatDay } from '#kernel/dates.ts';
import { hashOf, newCredential } from '#server/platform/base/credentials.ts';
import { GREETING } from '#server/platform/mail/outbox.ts';
import type { Recipient } from './recipients.ts';
import type { AttestationParts } from './parts.ts';
import type { StoredCampaign } from './store.ts';

/** The campaign that a mail is about. */
type Of = Pick<StoredCampaign, 'name' | 'last_day' | 'time_zone' | 'begun_by'>;

const countOf = (things: number) => (things === 1 ? '1 thing is' : `${things} things are`);

/** The mail to an owner. @param reminds it is not the first */
export function letterOf(
  { name, last_day: day, time_zone: zone, begun_by: by }: Of,
  { things, link, contact, reminds }: { things: number; link: string; contact: string; reminds: boolean },
): { subject: string; text: string } {
  const lines = [
    GREETING,
    '',
    reminds
      ? `${countOf(things)} in your name about which you have not answered yet. Please say of each whether it is still yours:`
      : `${countOf(things)} in your name. Please say of each whether it is still yours:`,
    'confirm it, hand it over to somebody else, or give it up. No sign-in is needed:',
    '',
    link,
    '',
    `The link is yours alone. It is good until the end of ${formatDay(day)} (${zone}), or until you have finished.`,
    'What nobody answers about is listed for the CCoE team as something nobody answers for.',
    '',
    `${by} asks for it: ${name}. Questions go to ${contact}.`,
    '',
    'Skyledger',
    '',
  ];
  return {
    subject: `${reminds ? 'Reminder: please' : 'Please'} confirm what is yours`,
    text: lines.join('\n'),
  };
}

/** The address of the page of a link. */
export const pageOf = (publicUrl: string, credential: string): string => `${publicUrl}/attest/${credential}`;

/**
 * Writes one mail to each owner, each with a link of its own; the links before it stay good. The mails leave with the transaction,
 * or not at all.
 */
export async function writeToAll(
  tx: PoolClient,
  { outbox, config: { publicUrl, ccoeEmail: contact } }: AttestationParts,
  campaign: StoredCampaign,
  owners: readonly Recipient[],
  { reminds, by, requestId }: { reminds: boolean; by: string; requestId: string },
): Promise<void> {
  const links = owners.map((owner) => ({ owner, credential: newCredential('link') }));
  const mails: number[] = [];
  for (const { owner, credential } of links) {
    const link = pageOf(publicUrl, credential);
    const letter = letterOf(campaign, { things: owner.things, link, contact, reminds });
    mails.push(await outbox.put(tx, { ...letter, to: owner.email, files: [], createdBy: by, requestId }));
  }
  await tx.query(
    `INSERT INTO attestation_links (credential_hash, owner_id, mail_id)
     SELECT * FROM unnest($1::bytea[], $2::integer[], $3::integer[])`,
    [links.map(({ credential }) => hashOf(credential)), owners.map(({ id }) => id), mails],
  );
}
