import type { PoolClient } from 'pg';
import { choiceName } from '#kernel/fields/choice.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { GREETING, type Outbox } from '#server/platform/mail/outbox.ts';
import type { EndWords } from './procedure.ts';
import type { DeploymentRow } from './rows.ts';

interface MailParts {
  outbox: Outbox;
  publicUrl: string;
}

type MailedDeployment = Pick<DeploymentRow, 'id' | 'kind' | 'name' | 'identifier' | 'requested_by'> & {
  words?: EndWords | undefined;
};

/** 'AWS Account' of `aws_account`. */
export const kindName = (kind: string): string => choiceName(cloudDeployments.fields.kind, kind);

const pageOf = ({ publicUrl }: MailParts, { id }: MailedDeployment) =>
  `${publicUrl}/auth/view/${cloudDeployments.name}/${id}`;

/** Mails the requester that what they requested is there. */
export async function mailDone(
  tx: PoolClient,
  parts: MailParts,
  row: MailedDeployment,
  who: Who,
): Promise<void> {
  const { words, identifier } = row;
  const what = `${kindName(row.kind)} ${row.name}`;
  await put(tx, parts, row, who, {
    to: row.requested_by,
    subject: `${what} ${words?.done ?? 'is ready'}`,
    lines: words
      ? [`The ${what} ${words.done}.`, ...words.lines]
      : [
          `The ${what} that you requested is made${identifier === null ? '' : `: ${identifier}`}.`,
          'The inventory has it with its owner and its cost center.',
        ],
  });
}

/** Mails the requester that it has failed, and what to do. */
export async function mailFailed(
  tx: PoolClient,
  parts: MailParts,
  row: MailedDeployment,
  reason: string,
  who: Who,
): Promise<void> {
  const what = `${kindName(row.kind)} ${row.name}`;
  const failed = row.words?.failed;
  await put(tx, parts, row, who, {
    to: row.requested_by,
    subject: `${what} ${failed ?? 'could not be made'}`,
    lines: [`The ${what} ${failed ?? 'that you requested could not be made'}.`, '', reason],
  });
}

/** Puts a mail about a deployment, with its page, into the outbox. */
export const put = (tx: PoolClient, parts: MailParts, row: MailedDeployment, who: Who, mail: FactoryMail) =>
  putWithPage(tx, parts, pageOf(parts, row), who, mail);

/** A mail of the factory, without its greeting and its page. */
interface FactoryMail {
  to: string;
  subject: string;
  lines: readonly string[];
}

/** As `put`, with another page. */
export async function putWithPage(
  tx: PoolClient,
  { outbox }: Pick<MailParts, 'outbox'>,
  page: string,
  { actor, requestId }: Who,
  { to, subject, lines }: FactoryMail,
): Promise<void> {
  const text = [GREETING, '', ...lines, '', page, '', 'Skyledger', ''].join('\n');
  // A name is what somebody typed; a subject is one line.
  const line = subject.replaceAll(/\p{Cc}+/gu, ' ');
  await outbox.put(tx, { to, subject: line, text, files: [], createdBy: actor.email, requestId });
}
