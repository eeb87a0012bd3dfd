import { z } from 'zod';
import { roles, type Role } from '#kernel/rights.ts';

/**
 * Every setting of the portal: its name in the environment (or `.env`), what it takes, its default and its
 * meaning. The README's table is made from this; nothing else in the server reads the environment.
 */

const MAX_PORT = 65_535;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const yesOrNo = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1' || value === 'yes');

const webAddress = z
  .string()
  .refine(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    'must be an http:// or https:// address',
  );

const emailAddress = z.email('must be an email address').transform((value) => value.toLowerCase());

/** `a.example, b.example` → ['a.example', 'b.example']. */
const domains = z
  .string()
  .transform((value) =>
    value
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((domain) => domain.replace(/^@/, '').toLowerCase()),
  )
  .refine(
    (list) => list.length > 0 && list.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)),
    'must be domains separated by commas, such as example.com, example.org',
  );

/** What may have to be approved. */
const APPROVED = ['aws_account', 'azure_subscription', 'gcp_project', 'all'];
const guid = z
  .string()
  .regex(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    'must be an id such as 00000000-0000-0000-0000-000000000000',
  )
  .transform((value) => value.toLowerCase());

/** `one, another` → ['one', 'another']. */
const twoNames = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .refine(
    (names) => names.length === 2,
    'must be two names separated by a comma, such as production, online',
  );

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

/** `aws_account, gcp_project` → ['aws_account', 'gcp_project']; `all` stands for each of them. */
const approvals = z
  .string()
  .transform((value) =>
    value
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((kind) => kind.toLowerCase()),
  )
  .refine(
    (kinds) => kinds.length > 0 && kinds.every((kind) => APPROVED.includes(kind)),
    `must be kinds of requests separated by commas, of ${APPROVED.join(', ')}`,
  );

/** The environment's settings, by name. A `describe` is the setting's line in the README. */
export const settingsSchema = z.object({
  PORT: wholeNumber(0, MAX_PORT)
    .prefault('8080')
    .describe('Port of the web and the API. 0 takes a free one.'),
  HOST: z
    .string()
    .regex(/^[a-z0-9.:-]+$/i, 'must be an address or a host name to listen on, such as 127.0.0.1')
    .prefault('127.0.0.1')
    .describe('Address to listen on. 0.0.0.0 makes the portal reachable from other machines.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe(
      'Address that people use, when it differs from HOST and PORT, such as https://skyledger.example.com.',
    ),
  DATA_DIR: z
    .string()
    .prefault('./data')
    .describe('Folder of the embedded database, its log and the generated secret key.'),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), {
      message: 'must be a PostgreSQL address, such as postgresql://user:password@host:5432/skyledger',
    })
    .optional()
    .describe('A PostgreSQL of your own (15 or newer) instead of the embedded one.'),
  DB_POOL_SIZE: wholeNumber(2, 500)
    .prefault('10')
    .describe('Connections to the database that one process holds at most.'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .prefault('development')
    .describe('production switches the built-in identity provider off.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .prefault('info')
    .describe('The least severe log lines that are written.'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Secret that encrypts kept secrets. Without it one is generated into DATA_DIR/secret.key.'),
  CLIENT_AUTHORIZATION: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')
    .optional()
    .describe('Authorization header that the web sends and that browser calls must carry. It is no secret.'),
  TRUST_PROXY: yesOrNo
    .prefault('false')
    .describe('Behind a proxy of your own: take address, scheme and request id from its headers.'),
  BODY_LIMIT_MB: wholeNumber(1, 1024).prefault('1').describe('Largest request body, in MB.'),
  IMPORT_LIMIT_MB: wholeNumber(1, 1024).prefault('64').describe('Largest body of an import, in MB.'),
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
      'Groups to roles, such as ccoe=admin, finance=viewer. Roles: viewer, editor, operator, admin. Default: everyone may do everything.',
    ),
  SMTP_URL: z
    .string()
    .refine((value) => /^smtps?:\/\//.test(value) && URL.canParse(value), {
      message: 'must be a mail server, such as smtps://user:password@mail.example.com',
    })
    .optional()
    .describe('Mail server. Without it mail stays in the outbox of the portal.'),
  MAIL_FROM: emailAddress.prefault('skyledger@localhost.localdomain').describe('Sender of outgoing mail.'),
  MAIL_RETRY_SECONDS: wholeNumber(1, 3600)
    .prefault('10')
    .describe('Pause before a mail that could not leave is tried again; it doubles up to half an hour.'),
  MAIL_GIVE_UP_HOURS: wholeNumber(0, 720)
    .prefault('24')
    .describe('A mail that could not leave in this time has failed.'),
  REPORT_ALLOWED_DOMAINS: domains
    .optional()
    .describe('Mail domains that reports may be sent to. Default: that of the person who asks.'),
  BIGQUERY_PROJECT: z
    .string()
    .regex(/^[a-z0-9.:-]{1,100}$/, 'must be the id of a project of Google Cloud')
    .optional()
    .describe('Project of Google Cloud with the dataset of bills, whose jobs load and read.'),
  BIGQUERY_DATASET: z
    .string()
    .regex(/^\w{1,1024}$/, 'must be the name of a dataset, of letters, digits and underscores')
    .optional()
    .describe(
      'Dataset into which the bills of finalized runs are loaded; without it that option is disabled. Without BIGQUERY_PROJECT a simulator stands for BigQuery, never under NODE_ENV=production.',
    ),
  BIGQUERY_CREDENTIALS: z
    .string()
    .optional()
    .describe(
      'File with the key of a service account that may load and read. Default: what the machine is signed in as.',
    ),
  BIGQUERY_BILLING_EXPORT: z
    .string()
    .regex(
      /^(?:[a-z0-9.:-]{1,100}\.)?\w{1,1024}\.[\w-]{1,1024}\*?$/,
      'must be dataset.table or project.dataset.table, such as billing.gcp_billing_export_v1_*',
    )
    .optional()
    .describe(
      "Table, tables or view with Google's standard billing export, such as billing.gcp_billing_export_v1_*; without it the GCP Trigger reads no costs of the running month. Without BIGQUERY_PROJECT a simulator stands for BigQuery, never under NODE_ENV=production.",
    ),
  BIGQUERY_API: webAddress
    .optional()
    .describe("Address of another server that speaks BigQuery's REST protocol, such as a simulator."),
  AWS_ORGANIZATION_ID: z
    .string()
    .regex(/^o-[a-z0-9]{10,32}$/, 'must be the id of an organization, such as o-a1b2c3d4e5')
    .optional()
    .describe(
      'Organization of AWS in which accounts are made, with what the machine is signed in as in its management account. Without it a simulator stands for AWS, never under NODE_ENV=production.',
    ),
  AWS_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region of AWS, such as us-east-1')
    .prefault('us-east-1')
    .describe('Region of IAM Identity Center, of the service catalog and of the AWS Config aggregator.'),
  AWS_CONTACT_TITLE: z
    .string()
    .max(50, 'must have at most 50 characters')
    .prefault('Cloud contact')
    .describe('Title of the alternate contacts of new AWS accounts.'),
  AWS_CONTACT_PHONE: z
    .string()
    .regex(/^[\s0-9()+-]{1,25}$/, 'must have 1 to 25 digits, spaces and + - ( )')
    .prefault('+1 555 0100')
    .describe('Phone number of the alternate contacts of new AWS accounts, which AWS demands.'),
  AWS_PERMISSION_SET: z
    .string()
    .regex(/^[\w+=,.@-]{1,32}$/, 'must be the name of a permission set')
    .optional()
    .describe(
      'Permission set that AWS_ASSIGNED_GROUP gets in new AWS accounts; without both none is assigned.',
    ),
  AWS_ASSIGNED_GROUP: z
    .string()
    .regex(
      /^([0-9a-f]{10}-)?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
      'must be the id of a group',
    )
    .optional()
    .describe('Id of the group of IAM Identity Center that gets AWS_PERMISSION_SET in new AWS accounts.'),
  AWS_CATALOG_ROLE: z
    .string()
    .regex(/^[\w+=,.@-]{1,64}$/, 'must be the name of a role')
    .prefault('OrganizationAccountAccessRole')
    .describe('Role that the portal takes on in accounts to update what they have of the service catalog.'),
  AWS_CONFIG_AGGREGATOR: z
    .string()
    .regex(/^[\w-]{1,256}$/, 'must be the name of an aggregator')
    .optional()
    .describe('Aggregator of AWS Config that sees all accounts; without it no machines of AWS are read.'),
  AWS_API: webAddress
    .optional()
    .describe("Address of another server that speaks AWS's protocols, such as a simulator."),
  AZURE_TENANT_ID: guid
    .optional()
    .describe(
      'Tenant of Azure in which subscriptions are made, with what the machine or AZURE_CLIENT_ID signs in as. Without it and AZURE_BILLING_SCOPE a simulator stands for Azure, never under NODE_ENV=production.',
    ),
  AZURE_BILLING_SCOPE: z
    .string()
    .regex(
      /^\/providers\/Microsoft\.Billing\/billingAccounts\/[^/]+\/.+[^/]$/,
      'must be the id of an enrollment account or of an invoice section, such as /providers/Microsoft.Billing/billingAccounts/1234567/enrollmentAccounts/7654321',
    )
    .optional()
    .describe('What new subscriptions of Azure are charged to: an enrollment account or an invoice section.'),
  AZURE_PRODUCTION_GROUPS: twoNames
    .prefault('production, online')
    .describe(
      'The two management groups, by id or name, whose subscriptions are of the type Production; all others are DevTest.',
    ),
  AZURE_OWNER_GROUP: guid
    .optional()
    .describe(
      'Object id of the group that gets AZURE_OWNER_ROLE on new subscriptions; without it none does.',
    ),
  AZURE_OWNER_ROLE: z
    .string()
    .regex(/^[^<>%&\\?/]{1,128}$/, 'must be the name of a role')
    .prefault('Owner')
    .describe('Role that AZURE_OWNER_GROUP gets on new subscriptions of Azure.'),
  AZURE_API: webAddress
    .optional()
    .describe(
      "Address of another server that speaks Azure Resource Manager's protocol, such as a simulator.",
    ),
  GCP_ORGANIZATION_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number of an organization of Google Cloud')
    .optional()
    .describe(
      'Organization of Google Cloud in whose folders projects are made, with what the machine is signed in as. Without it and GCP_BILLING_ACCOUNT a simulator stands for Google Cloud, never under NODE_ENV=production.',
    ),
  GCP_BILLING_ACCOUNT: z
    .string()
    .transform((value) => value.replace(/^billingAccounts\//, ''))
    .refine(
      (value) => /^[0-9A-F]{6}(-[0-9A-F]{6}){2}$/.test(value),
      'must be a billing account of Google Cloud, such as 01A2B3-C4D5E6-F7A8B9',
    )
    .optional()
    .describe('Billing account that pays for new projects of Google Cloud.'),
  GCP_API: webAddress
    .optional()
    .describe("Address of another server that speaks Google Cloud's protocols, such as a simulator."),
  AP_EMAIL: emailAddress
    .optional()
    .describe(
      'Mail address of accounts payable, which gets the invoices of finalized billing runs. Default: whoever finalizes.',
    ),
  APPROVALS: approvals
    .optional()
    .describe(
      'Requests that somebody else than the requester has to approve, such as aws_account, gcp_project, or all. Default: none.',
    ),
  INVENTORY_SYNC: z
    .string()
    .regex(/^(off|(\S+\s+){4}\S+)$/, 'must be off, or five fields such as 0 3 * * *')
    .prefault('off')
    .describe(
      'When accounts and machines of the clouds are read into the inventory, as five fields in UTC such as 0 3 * * *, or off.',
    ),
  CCOE_EMAIL: emailAddress
    .prefault('ccoe@example.com')
    .describe('Mail address of the CCoE team that pages and messages name.'),
});

/** What the environment says after validation, still under the environment's names. */
export type Settings = z.output<typeof settingsSchema>;

export interface SettingDoc {
  name: string;
  default: string | null;
  meaning: string;
}

/** One entry per setting, in the order of the README's table. */
export const settingDocs: SettingDoc[] = Object.entries(settingsSchema.shape).map(([name, schema]) => ({
  name,
  default: schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : null,
  meaning: schema.description ?? '',
}));
