import type { Person } from './people.ts';

/** A person of an answer. `id` is that of their object in the directory of Microsoft Entra. */
export type Answered = Pick<Person, 'email' | 'name' | 'groups'> & { id?: string };

export interface Attribute {
  name: string;
  values: readonly string[];
}

/** The answers of a product: what it sends by default, and how it is written. */
export interface Product {
  /** Namespace prefixes; an empty one declares the default namespace. */
  prefixes: { protocol: string; assertion: string; signature: string };
  /** The parts that it signs. */
  signs: readonly ('Assertion' | 'Response')[];
  /** Null where it sends no NameID. */
  nameId: (person: Answered) => { format: string; value: string } | null;
  attributes: (person: Answered) => Attribute[];
  /** Further attributes of the elements, in XML. */
  ofResponse: string;
  ofAttribute: string;
  ofValue: string;
}

const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const BASIC = ' NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"';
const STRING =
  ' xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com';
const TENANT = '7c0d1e2f-0000-4000-8000-000000000001';
/** Microsoft Entra sends no more groups. */
const MOST_GROUPS = 150;

const nameParts = (name: string) => ({ first: name.split(' ')[0] ?? '', last: name.split(' ').at(-1) ?? '' });
const one = (name: string, value: string): Attribute => ({ name, values: [value] });

/** The attributes of a person as this provider itself sends them: attribute name to its values. */
export function attributesOf({ email, name, groups }: Answered): Record<string, string[]> {
  return { email: [email], displayName: [name], groups };
}

/**
 * This provider's own answers (`plain`), and those of the products that organisations use, each as it is set up by default:
 *
 * - Keycloak: the name of the account, and an attribute of its own for each role. The response is signed.
 * - Microsoft Entra ID: claims, and of somebody who is in more than 150 groups the address of a list of them. The assertion is signed.
 * - AD FS: what its rules say; here address, name and groups, and no NameID. The assertion is signed.
 * - Okta: the name of the account, which is an address, and what is added to it. Both are signed.
 */
export const products = {
  plain: {
    prefixes: { protocol: 'samlp', assertion: 'saml', signature: 'ds' },
    signs: ['Assertion', 'Response'],
    nameId: ({ email }) => ({ format: EMAIL, value: email }),
    attributes: (person) =>
      Object.entries(attributesOf(person)).flatMap(([name, values]) =>
        values.length > 0 ? [{ name, values }] : [],
      ),
    ofResponse: '',
    ofAttribute: BASIC,
    ofValue: '',
  },
  keycloak: {
    prefixes: { protocol: 'samlp', assertion: 'saml', signature: 'dsig' },
    signs: ['Response'],
    nameId: ({ email }) => ({ format: UNSPECIFIED, value: email.split('@')[0] ?? '' }),
    attributes: ({ email, groups }) => [
      one('urn:oid:1.2.840.113549.1.9.1', email),
      ...['offline_access', 'uma_authorization', ...groups].map((role) => one('Role', role)),
    ],
    ofResponse: '',
    ofAttribute: BASIC,
    ofValue: STRING,
  },
  entra: {
    prefixes: { protocol: 'samlp', assertion: '', signature: '' },
    signs: ['Assertion'],
    nameId: ({ email }) => ({ format: EMAIL, value: email }),
    attributes: ({ id = '', email, name, groups }) => [
      one(`${MICROSOFT}/identity/claims/tenantid`, TENANT),
      one(`${MICROSOFT}/identity/claims/objectidentifier`, id),
      one(`${MICROSOFT}/identity/claims/displayname`, name),
      ...(groups.length > MOST_GROUPS
        ? [
            one(
              `${MICROSOFT}/claims/groups.link`,
              `https://graph.windows.net/${TENANT}/users/${id}/getMemberObjects`,
            ),
          ]
        : groups.length > 0
          ? [{ name: `${MICROSOFT}/ws/2008/06/identity/claims/groups`, values: groups }]
          : []),
      one(`${MICROSOFT}/identity/claims/identityprovider`, `https://sts.windows.net/${TENANT}/`),
      {
        name: `${MICROSOFT}/claims/authnmethodsreferences`,
        values: [`${MICROSOFT}/ws/2008/06/identity/authenticationmethod/password`],
      },
      one(`${CLAIMS}/givenname`, nameParts(name).first),
      one(`${CLAIMS}/surname`, nameParts(name).last),
      one(`${CLAIMS}/emailaddress`, email),
      one(`${CLAIMS}/name`, email),
    ],
    ofResponse: '',
    ofAttribute: '',
    ofValue: '',
  },
  adfs: {
    prefixes: { protocol: 'samlp', assertion: '', signature: 'ds' },
    signs: ['Assertion'],
    nameId: () => null,
    attributes: ({ email, name, groups }) => [
      one(`${CLAIMS}/emailaddress`, email),
      one(`${CLAIMS}/name`, name),
      ...(groups.length > 0 ? [{ name: 'http://schemas.xmlsoap.org/claims/Group', values: groups }] : []),
    ],
    ofResponse: ' Consent="urn:oasis:names:tc:SAML:2.0:consent:unspecified"',
    ofAttribute: '',
    ofValue: '',
  },
  okta: {
    prefixes: { protocol: 'saml2p', assertion: 'saml2', signature: 'ds' },
    signs: ['Assertion', 'Response'],
    nameId: ({ email }) => ({ format: UNSPECIFIED, value: email }),
    attributes: ({ name, groups }) => [
      one('displayName', name),
      ...(groups.length > 0 ? [{ name: 'groups', values: groups }] : []),
    ],
    ofResponse: '',
    ofAttribute: ' NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"',
    ofValue: STRING,
  },
} satisfies Record<string, Product>;

/** The name of one of them. */
export type ProductName = keyof typeof products;
