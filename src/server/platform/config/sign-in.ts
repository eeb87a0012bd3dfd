import path from 'node:path';
import { z } from 'zod';
import { roles, type Role } from '#kernel/rights.ts';
import { domains, together, webAddress, type Environment, type SettingsOf } from './setting-kinds.ts';

/** The identity provider as configured: its metadata, or the three facts that metadata would hold. */
export type SamlProvider =
  | { kind: 'metadata'; source: string; isUrl: boolean }
  | { kind: 'explicit'; ssoUrl: string; entityId: string; certificates: string[] };

/** The parts of an answer that the provider has to sign; the other one may be signed. */
const signedParts = ['both', 'assertion', 'response'] as const;
export type SignedParts = (typeof signedParts)[number];

export interface SamlConfig {
  /** null: none is configured, so the built-in one may serve. */
  provider: SamlProvider | null;
  spEntityId: string;
  /** The portal's own key pair as PEM text; signs requests and decrypts assertions. */
  spKey: { key: string; certificate: string } | null;
  signed: SignedParts;
  allowedDomains: string[] | null;
  emailAttribute: string | null;
  nameAttribute: string | null;
  rolesAttribute: string | null;
  roleMap: Record<string, Role> | null;
}

const mappedRole = z.enum(roles);

/** `group=role, group=role`, or a JSON object for group names that contain `=` or `,`. */
const roleMap = z.string().transform((value, context): Record<string, Role> => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const map = new Map<string, Role>();
  for (const [group, role] of pairs(value) ?? []) {
    const known = mappedRole.safeParse(role);
    if (!known.success) return refuse(`maps ${group} to ${role}, but a role is one of ${roles.join(', ')}`);
    map.set(group, known.data);
  }
  if (map.size === 0) {
    return refuse('must be group=role pairs separated by commas, or a JSON object {"group": "role"}');
  }
  return Object.fromEntries(map);
});

function pairs(value: string): [string, string][] | null {
  if (value.trimStart().startsWith('{')) {
    try {
      return Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(value)));
    } catch {
      return null;
    }
  }
  const parts = value.split(/[,;\n]/).map((part) => part.split('=').map((side) => side.trim()));
  const complete = parts.filter((part): part is [string, string] => part.length === 2 && part.every(Boolean));
  return complete.length === parts.length ? complete : null;
}

/** Who vouches for people, and what they may do. */
export const signInSettings = {
  SAML_IDP_METADATA: z
    .string()
    .optional()
    .describe("The identity provider's metadata: an https:// address or a file."),
  SAML_IDP_SSO_URL: webAddress
    .optional()
    .describe('Without metadata: the address where the identity provider signs people in.'),
  SAML_IDP_ENTITY_ID: z.string().optional().describe("Without metadata: the identity provider's entity id."),
  SAML_IDP_CERT: z
    .string()
    .optional()
    .describe(
      "Without metadata: the identity provider's certificate, PEM text or a PEM file; several in one file work.",
    ),
  SAML_SP_ENTITY_ID: z
    .string()
    .optional()
    .describe("The portal's own entity id. Default: PUBLIC_URL/api/auth/saml/metadata."),
  SAML_SP_KEY: z
    .string()
    .optional()
    .describe("PEM file with the portal's private key; signs requests and decrypts assertions."),
  SAML_SP_CERT: z.string().optional().describe('PEM file with the certificate that belongs to SAML_SP_KEY.'),
  SAML_SIGNED: z
    .enum(signedParts, `must be one of ${signedParts.join(', ')}`)
    .prefault('both')
    .describe(
      'Which parts of an answer the identity provider has to sign: both, assertion (all that Entra ID and AD FS sign by default) or response (all that Keycloak does).',
    ),
  SAML_ALLOWED_DOMAINS: domains
    .optional()
    .describe(
      'Mail domains that may sign in, separated by commas. Default: everyone the provider vouches for.',
    ),
  SAML_EMAIL_ATTRIBUTE: z
    .string()
    .optional()
    .describe('Attribute with the mail address. Default: the NameID.'),
  SAML_NAME_ATTRIBUTE: z.string().optional().describe("Attribute with the person's name."),
  SAML_ROLES_ATTRIBUTE: z.string().optional().describe('Attribute with the groups that SAML_ROLE_MAP names.'),
  SAML_ROLE_MAP: roleMap
    .optional()
    .describe(
      'Groups to roles, such as ccoe=admin, finance=viewer. Roles: owner, viewer, editor, operator, admin. Default: everyone may do everything.',
    ),
};

/** The contradictions of the settings of sign-in, one sentence each. */
export function signInContradictions(env: Environment): string[] {
  const explicit = ['SAML_IDP_SSO_URL', 'SAML_IDP_ENTITY_ID', 'SAML_IDP_CERT'];
  const given = explicit.filter((name) => env[name]);
  const found: string[] = [];
  if (env['SAML_IDP_METADATA'] && given.length > 0) {
    found.push(`SAML_IDP_METADATA already says what ${given.join(' and ')} would; set one or the other.`);
  } else if (given.length > 0 && given.length < explicit.length) {
    const missing = explicit.filter((name) => !env[name]);
    found.push(`${missing.join(' and ')} must be set too when ${given.join(' and ')} is.`);
  }
  found.push(...together(env, 'SAML_SP_KEY', 'SAML_SP_CERT'));
  if (env['SAML_ROLE_MAP'] && !env['SAML_ROLES_ATTRIBUTE']) {
    found.push('SAML_ROLES_ATTRIBUTE must name the attribute whose groups SAML_ROLE_MAP maps.');
  }
  return found;
}

/** The content of the files that settings of sign-in name. */
export interface SignInFiles {
  certificates: string[];
  spKey: string | null;
  spCertificate: string | null;
}

/** @param root the folder that the names of files begin in */
export function samlOf(
  settings: SettingsOf<typeof signInSettings>,
  { certificates, spKey, spCertificate }: SignInFiles,
  { publicUrl, root }: { publicUrl: string; root: string },
): SamlConfig {
  return {
    provider: samlProvider(settings, certificates, root),
    spEntityId: settings.SAML_SP_ENTITY_ID ?? `${publicUrl}/api/auth/saml/metadata`,
    spKey: spKey && spCertificate ? { key: spKey, certificate: spCertificate } : null,
    signed: settings.SAML_SIGNED,
    allowedDomains: settings.SAML_ALLOWED_DOMAINS ?? null,
    emailAttribute: settings.SAML_EMAIL_ATTRIBUTE ?? null,
    nameAttribute: settings.SAML_NAME_ATTRIBUTE ?? null,
    rolesAttribute: settings.SAML_ROLES_ATTRIBUTE ?? null,
    roleMap: settings.SAML_ROLE_MAP ?? null,
  };
}

function samlProvider(
  settings: SettingsOf<typeof signInSettings>,
  certificates: string[],
  root: string,
): SamlProvider | null {
  const { SAML_IDP_METADATA: source, SAML_IDP_SSO_URL: ssoUrl, SAML_IDP_ENTITY_ID: entityId } = settings;
  if (source) {
    const isUrl = /^https?:\/\//i.test(source);
    return { kind: 'metadata', source: isUrl ? source : path.resolve(root, source), isUrl };
  }
  return ssoUrl && entityId ? { kind: 'explicit', ssoUrl, entityId, certificates } : null;
}
