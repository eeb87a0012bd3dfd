/** Reasons for which sign-ins are refused, and what an operator does about them. */
export interface Advice {
  /** As they stand in the log; `…` for other words. */
  reasons: readonly string[];
  advice: string;
}

/** The guide for operators has the same table. */
export const ADVICE: readonly Advice[] = [
  {
    reasons: ['the response is not signed'],
    advice:
      'let the provider sign the response too (Entra ID: Single sign-on, SAML Certificates, Signing Option "Sign SAML response and assertion"; AD FS: Set-AdfsRelyingPartyTrust -SamlResponseSignature MessageAndAssertion; Keycloak: Sign documents), or set SAML_SIGNED=assertion where it signs the assertion alone',
  },
  {
    reasons: ['the assertion is not signed'],
    advice:
      'let the provider sign the assertion too, also where it encrypts (Keycloak: Sign assertions; Okta: Assertion Signature), or set SAML_SIGNED=response where it signs the response alone',
  },
  {
    reasons: ['an encrypted assertion in a response that is not signed'],
    advice:
      'let the provider sign the response too, or switch encryption off (AD FS: Set-AdfsRelyingPartyTrust -SamlResponseSignature MessageAndAssertion, or -EncryptClaims $false)',
  },
  {
    reasons: ['the signature of the response', 'the signature of the assertion'],
    advice: "the metadata or certificate is not the provider's; check SAML_IDP_METADATA or SAML_IDP_CERT",
  },
  {
    reasons: ['a signature algorithm that is not accepted'],
    advice: 'let the provider use SHA-256 instead of SHA-1',
  },
  {
    reasons: ['an encryption algorithm that is not accepted'],
    advice: 'let the provider use AES with RSA-OAEP instead of RSA 1.5 or triple DES',
  },
  {
    reasons: ['an encrypted assertion, and no key is configured'],
    advice: 'set SAML_SP_KEY and SAML_SP_CERT, or switch encryption off',
  },
  {
    reasons: ['it could not be verified or decrypted'],
    advice:
      'the provider encrypts for another certificate than SAML_SP_CERT: give it the new metadata; or somebody altered the answer',
  },
  {
    reasons: ['another Destination', 'another Recipient'],
    advice: 'PUBLIC_URL differs from the address that the provider knows (its reply URL)',
  },
  {
    reasons: ['another Audience', 'no AudienceRestriction'],
    advice: 'the entity id at the provider is missing, or differs from SAML_SP_ENTITY_ID',
  },
  {
    reasons: ['another Issuer'],
    advice: 'SAML_IDP_ENTITY_ID is not what the provider calls itself, or the metadata is of another one',
  },
  { reasons: ['… compare the clocks'], advice: 'set both clocks by NTP' },
  {
    reasons: ['the session at the provider has ended: compare the clocks'],
    advice: 'let the provider ask the person again; else compare the clocks',
  },
  {
    reasons: ['unsolicited: no InResponseTo'],
    advice: 'the sign-in began at the provider; people must begin at the portal',
  },
  {
    reasons: ['the browser did not send the cookie of the sign-in'],
    advice: 'cookies are blocked, or the portal is not served over TLS',
  },
  {
    reasons: ['no open request of this browser'],
    advice: 'it took longer than 15 minutes, or came a second time, as after Back',
  },
  {
    reasons: ['InResponseTo names no open request of this browser'],
    advice: 'the same, or the request was answered five times',
  },
  {
    reasons: ['the assertion has been used before'],
    advice: 'the provider gave two assertions the same ID: let it make a new one each time',
  },
  {
    reasons: ['a DOCTYPE, comment, processing instruction, CDATA …', 'an entity …'],
    advice: 'let the provider send plain XML, without comments, CDATA or entities of its own',
  },
  {
    reasons: ['a Status that is no success'],
    advice: 'the provider refused; its own log says why',
  },
  {
    reasons: ['not exactly one assertion'],
    advice: 'let the provider send one assertion in each answer',
  },
  {
    reasons: ['no AuthnStatement', 'no bearer confirmation'],
    advice: 'let the provider answer by the Web Browser SSO profile, which has both',
  },
  { reasons: ['an attribute without a name'], advice: 'give each attribute a name at the provider' },
  {
    reasons: ['too many elements', 'too many attributes', '… too long'],
    advice:
      'let the provider send fewer groups: 1,400 values in one attribute, 700 in attributes of their own, and 256 kB are taken',
  },
  {
    reasons: ['too many namespaces', 'elements nested too deeply'],
    advice: 'let the provider send its attributes as plain text, without markup of their own',
  },
  {
    reasons: ['too many answers wait to be verified', 'an answer took too long to verify'],
    advice:
      'try again in a minute; where it stays, the machine is short of CPU, or somebody floods the sign-in',
  },
  {
    reasons: [
      'no mail address was sent',
      'more than one mail address was sent',
      'what was sent as the mail address is none',
    ],
    advice:
      'let the provider send one address (Keycloak: Name ID format email; AD FS: a rule that sends E-Mail-Addresses), or name the attribute that has it in SAML_EMAIL_ATTRIBUTE',
  },
  {
    reasons: ['the mail domain is not allowed'],
    advice: 'the person is outside SAML_ALLOWED_DOMAINS',
  },
  {
    reasons: ['none of the groups maps to a role'],
    advice: 'compare the attribute and its values with SAML_ROLES_ATTRIBUTE and SAML_ROLE_MAP',
  },
  {
    reasons: ['too many groups to be sent, and no directory is connected'],
    advice:
      'Entra ID sends no groups of somebody who is in more than 150: set GRAPH_TENANT_ID, and the portal looks them up; or let it send the groups that are assigned to the application',
  },
  {
    reasons: ['too many groups to be sent, and the directory could not be read'],
    advice: 'doctor says whether the directory can be read; then let the person sign in again',
  },
  {
    reasons: [
      'too many groups to be sent, and the directory does not know the person',
      'too many groups to be sent, and not one object id of the person',
    ],
    advice: 'GRAPH_TENANT_ID has to be the tenant that signs people in',
  },
  {
    reasons: ['No identity provider is configured, …', 'no identity provider is configured'],
    advice: 'set SAML_IDP_METADATA',
  },
  {
    reasons: ['browsers keep the sign-in cookie over https:// only…'],
    advice: 'serve the portal over TLS, and set PUBLIC_URL to its https:// address',
  },
  {
    reasons: ['the metadata … could not be read'],
    advice: 'the log has the cause in the line before; doctor names it too',
  },
  {
    reasons: ['the identity provider cannot be reached'],
    advice: 'it is down, or this machine may not connect to it',
  },
];

/** For every other reason. */
export const OTHER_ADVICE =
  'the answer is no SAML 2.0 of the shape that the portal reads, or was altered on its way: look at what the provider sent, such as with a SAML tracer in the browser';

/** Whether a phrase of the table stands for a reason. */
export const fits = (phrase: string, reason: string): boolean =>
  new RegExp(`^${phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`).test(reason);

/** What an operator does about a reason. One that is named in full comes before one with other words. */
export function adviceFor(reason: string): string {
  const named = ADVICE.find(({ reasons }) => reasons.includes(reason));
  const found = named ?? ADVICE.find(({ reasons }) => reasons.some((phrase) => fits(phrase, reason)));
  return found?.advice ?? OTHER_ADVICE;
}
