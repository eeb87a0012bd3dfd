import { isEmailAddress } from '#kernel/reading/email.ts';
import type { Role } from '#kernel/rights.ts';
import type { SamlConfig } from '#server/platform/config/sign-in.ts';
import type { VerifiedAnswer } from './saml/verify.ts';

/** A person as the identity provider describes them, admitted to this portal. */
export interface Person {
  /** Lower case: one person is one account however the provider writes the address. */
  email: string;
  name: string | null;
  /** Empty where roles are not mapped. */
  roles: Role[];
  /** By which of the provider's groups: those that are mapped. Absent where that is not known. */
  groups?: string[] | null;
  /** Whether groups are missing that could give more roles: there are too many to be sent. */
  groupsMissing?: boolean;
}

/** Somebody as an answer describes them: the whole of it or nothing may be known. */
export interface Described {
  email: string | null;
  name: string | null;
}

/** Known to the provider, but not to be let in. The reason is for the log and for administrators. */
export class NotAdmitted extends Error {
  /** The words of another system about it. */
  readonly detail: string | null;
  /** Who it is. */
  person: Described = { email: null, name: null };

  constructor(reason: string, detail: string | null = null) {
    super(reason);
    this.name = 'NotAdmitted';
    this.detail = detail;
  }
}

/** The groups that could give somebody a role are not known: there are too many to be sent. */
export class GroupsNotSent extends NotAdmitted {}

/** Names under which providers send the mail address when the NameID is none. */
const mailAttributes = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

const nameAttributes = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
];

const longestName = 200;

export type Admission = Pick<
  SamlConfig,
  'allowedDomains' | 'emailAttribute' | 'nameAttribute' | 'rolesAttribute' | 'roleMap'
>;

/** The part of an answer that says who somebody is. */
export type Vouching = Pick<VerifiedAnswer, 'nameId' | 'attributes'>;

/**
 * The person of a verified answer.
 * @param missing why some of their groups are not known
 * @throws NotAdmitted without a usable mail address, outside the allowed domains, or without a mapped role.
 */
export function admit(answer: Vouching, settings: Admission, missing: GroupsNotSent | null = null): Person {
  const person: Described = { email: null, name: readName(answer, settings) };
  try {
    const email = readEmail(answer, settings);
    person.email = email;
    if (!isAllowedDomain(email, settings)) throw new NotAdmitted('the mail domain is not allowed');
    const groups = mappedGroups(answer, settings);
    if (settings.roleMap && groups.length === 0)
      throw missing ?? new NotAdmitted('none of the groups maps to a role');
    const groupsMissing = missing !== null;
    return { email, name: person.name, roles: rolesOfGroups(groups, settings), groups, groupsMissing };
  } catch (error) {
    if (error instanceof NotAdmitted) error.person = { ...person, name: person.name ?? shownNameId(answer) };
    throw error;
  }
}

/** What the provider calls somebody of whom it sends no name, as far as a list of people shows it. */
function shownNameId({ nameId }: Vouching): string | null {
  return (
    nameId
      ?.replace(/[\s\p{C}]+/gu, ' ')
      .trim()
      .slice(0, longestName) || null
  );
}

/** Whether the settings let an address of this domain in. */
export function isAllowedDomain(
  email: string,
  { allowedDomains }: Pick<Admission, 'allowedDomains'>,
): boolean {
  return allowedDomains === null || allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** Taken whole or not at all: blanks, several different values and other letters than ASCII's are refused. */
function readEmail(answer: Vouching, { emailAttribute }: Admission): string {
  const named = emailAttribute === null ? mailAttributes : [emailAttribute];
  const sent = named.map((name) => answer.attributes.get(name) ?? []).find((values) => values.length > 0);
  const fromNameId = emailAttribute === null && isAddress(answer.nameId) ? [answer.nameId] : null;
  const [value, another] = fromNameId ?? [...new Set(sent)];
  if (value === undefined) throw new NotAdmitted('no mail address was sent');
  if (another !== undefined) throw new NotAdmitted('more than one mail address was sent');
  if (!isAddress(value)) throw new NotAdmitted('what was sent as the mail address is none');
  return value.toLowerCase();
}

function isAddress(value: string | null): value is string {
  return value !== null && isEmailAddress(value);
}

function readName(answer: Vouching, { nameAttribute }: Admission): string | null {
  for (const attribute of nameAttribute === null ? nameAttributes : [nameAttribute]) {
    const name = answer.attributes.get(attribute)?.[0]?.replace(/\s+/g, ' ').trim();
    if (name) return name.slice(0, longestName);
  }
  return null;
}

function mappedGroups({ attributes }: Vouching, { rolesAttribute, roleMap }: Admission): string[] {
  if (!roleMap || rolesAttribute === null) return [];
  const groups = new Set(attributes.get(rolesAttribute));
  return [...groups].filter((group) => Object.hasOwn(roleMap, group));
}

function rolesOfGroups(groups: readonly string[], { roleMap }: Admission): Role[] {
  return [...new Set(groups.flatMap((group) => roleMap?.[group] ?? []))];
}
