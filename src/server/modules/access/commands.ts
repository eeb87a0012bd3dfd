import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import { isEmailAddress } from '#kernel/reading/email.ts';
import { type Role, roles } from '#kernel/rights.ts';
import type { Command } from '#server/platform/process/command.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts';
import { isAllowedDomain } from './person.ts';
import { ownProvider, serviceProviderMetadata } from './saml/service-provider.ts';

const longestName = 100;

const create: Command = {
  name: 'token create',
  meaning: 'Makes an API token for automation and shows it once.',
  options: {
    email: { value: 'address', meaning: 'whom the automation acts as', required: true },
    name: { value: 'name', meaning: 'what it is for, such as ci', required: true },
    role: { value: 'role', meaning: `${roles.join(', ')}; required where SAML_ROLE_MAP is set` },
    days: { value: 'number', meaning: 'after how many days it runs out; never without it' },
  },
  run: async ({ config, openStore, options, print }) => {
    const email = readEmail(options['email'], config);
    const name = readName(options['name']);
    const given = readRoles(options['role'], config);
    const days = readDays(options['days']);
    const { db } = await openStore();
    const created = await createApiToken(db, { email, name, roles: given, days });
    if (!created) {
      throw new Refusal(
        409,
        `${email} has a token named ${name} already. Revoke it first, or take another name.`,
      );
    }
    print(created.token);
    print('');
    print(`This is token ${created.record.id} (${name}) of ${email}. It cannot be shown again.`);
    print('Send it as the header "Authorization: Bearer <token>".');
  },
};

const list: Command = {
  name: 'token list',
  meaning: 'Lists the API tokens, without the tokens themselves.',
  options: {},
  run: async ({ openStore, print }) => {
    const { db } = await openStore();
    const tokens = await listApiTokens(db);
    if (tokens.length === 0) print('There are no API tokens.');
    for (const token of tokens) {
      const used = token.last_used_at ? `last used ${token.last_used_at.slice(0, 16)}` : 'never used';
      const over = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now();
      const end = token.expires_at ? `, ${over ? 'ran' : 'runs'} out ${token.expires_at.slice(0, 10)}` : '';
      const state = token.revoked_at ? `revoked ${token.revoked_at.slice(0, 16)}` : used + end;
      const role = token.roles.length > 0 ? `  ${token.roles.join(',')}` : '';
      print(`${String(token.id).padStart(4)}  ${token.email}  ${token.name}${role}  ${state}`);
    }
  },
};

const revoke: Command = {
  name: 'token revoke',
  meaning: 'Revokes an API token; it stops working at once.',
  options: { id: { value: 'number', meaning: 'as "token list" shows it', required: true } },
  run: async ({ openStore, options, print }) => {
    const id = z.coerce.number().int().positive().safe().safeParse(options['id']);
    const { db } = await openStore();
    const revoked = id.success ? await revokeApiToken(db, id.data) : null;
    if (!revoked) throw new Refusal(404, `There is no token ${options['id']} to revoke; see "token list".`);
    print(`Token ${revoked.id} (${revoked.name}) of ${revoked.email} is revoked.`);
  },
};

const metadata: Command = {
  name: 'metadata',
  meaning: 'Prints the SAML metadata of the portal, for its identity provider.',
  options: {},
  run: async ({ config, print }) => print(serviceProviderMetadata(ownProvider(config))),
};

/** The commands about sign-in and API tokens. */
export const accessCommands: Command[] = [metadata, create, list, revoke];

function readEmail(value: string | undefined, { saml }: Config): string {
  if (value === undefined || !isEmailAddress(value))
    throw new Refusal(422, '--email must be a mail address, such as you@example.com.');
  const address = value.toLowerCase();
  if (!isAllowedDomain(address, saml)) {
    throw new Refusal(422, `${address} is outside SAML_ALLOWED_DOMAINS, so its tokens would not be taken.`);
  }
  return address;
}

function readName(value: string | undefined): string {
  const name = value?.trim() ?? '';
  if (name === '' || name.length > longestName || /\p{Cc}/u.test(name)) {
    throw new Refusal(422, `--name must be a name of at most ${longestName} characters, such as ci.`);
  }
  return name;
}

function readDays(value: string | undefined): number | null {
  if (value === undefined) return null;
  const days = z.coerce.number().int().min(1).max(3650).safeParse(value);
  if (!days.success) throw new Refusal(422, '--days must be a whole number from 1 to 3650.');
  return days.data;
}

/** Without mapped roles everyone may do everything, and so may a token without a role. */
function readRoles(value: string | undefined, { saml }: Config): Role[] {
  if (value === undefined && saml.roleMap) {
    throw new Refusal(422, `SAML_ROLE_MAP is set, so say --role with one of ${roles.join(', ')}.`);
  }
  if (value === undefined) return [];
  const role = z.enum(roles).safeParse(value);
  if (!role.success) throw new Refusal(422, `--role must be one of ${roles.join(', ')}.`);
  return [role.data];
}
