import type { Element } from '@xmldom/xmldom';
import { children, plainText } from './dom.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { refuseUnless } from './refusal.ts';
import { clockSkewMs, type ServiceProvider } from './service-provider.ts';

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** An answer is posted as soon as it is made; one that is older than this has lain somewhere. */
const oldestAnswerMs = 5 * 60_000;

interface Parties {
  own: ServiceProvider;
  provider: IdentityProvider;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Checks what the signature does not cover: that this answer is for this portal, from this provider, a success, of
 * now. `InResponseTo` is returned for the table of requests to judge.
 */
export function checkResponse(response: Element, { own, provider, now }: Parties): string {
  refuseUnless(response.getAttribute('Version') === '2.0', 'not SAML 2.0');
  refuseUnless(response.getAttribute('Destination') === own.callbackUrl, 'another Destination');
  checkIssuer(response, provider);
  checkIssueInstant(response, now);
  checkStatus(response);
  const requestId = response.getAttribute('InResponseTo');
  refuseUnless(requestId, 'unsolicited: no InResponseTo');
  return requestId;
}

/** That the provider says it went well; where it does not, the response holds no assertion. */
export function checkStatus(response: Element): void {
  const [status, secondStatus] = children(response, 'protocol', 'Status');
  refuseUnless(status && !secondStatus, 'not exactly one Status');
  const [code] = children(status, 'protocol', 'StatusCode');
  refuseUnless(code?.getAttribute('Value') === success, 'a Status that is no success');
}

/**
 * The same for the assertion: issuer, times, audience, a bearer confirmation meant for us, and a session at the
 * provider that has not ended.
 * @returns when that session ends, in milliseconds since 1970; null where the provider does not say.
 */
export function checkAssertion(assertion: Element, requestId: string, parties: Parties): number | null {
  const { own, provider, now } = parties;
  refuseUnless(assertion.getAttribute('Version') === '2.0', 'an assertion that is not SAML 2.0');
  checkIssuer(assertion, provider);
  checkIssueInstant(assertion, now);
  const [conditions, secondConditions] = children(assertion, 'assertion', 'Conditions');
  refuseUnless(conditions && !secondConditions, 'not exactly one Conditions');
  checkPeriod(conditions, now);
  const audiences = children(conditions, 'assertion', 'AudienceRestriction');
  refuseUnless(audiences.length > 0, 'no AudienceRestriction');
  for (const restriction of audiences) {
    const named = children(restriction, 'assertion', 'Audience').map(plainText);
    refuseUnless(named.includes(own.entityId), 'another Audience');
  }
  const [subject, secondSubject] = children(assertion, 'assertion', 'Subject');
  refuseUnless(subject && !secondSubject, 'not exactly one Subject');
  const confirmations = children(subject, 'assertion', 'SubjectConfirmation').filter(
    (confirmation) => confirmation.getAttribute('Method') === bearer,
  );
  refuseUnless(confirmations.length > 0, 'no bearer confirmation');
  const statements = children(assertion, 'assertion', 'AuthnStatement');
  refuseUnless(statements.length > 0, 'no AuthnStatement');
  for (const confirmation of confirmations) {
    const [data] = children(confirmation, 'assertion', 'SubjectConfirmationData');
    refuseUnless(data, 'a bearer confirmation without data');
    refuseUnless(data.getAttribute('Recipient') === own.callbackUrl, 'another Recipient');
    refuseUnless(data.getAttribute('InResponseTo') === requestId, 'InResponseTo of another request');
    refuseUnless(data.getAttribute('NotOnOrAfter'), 'a bearer confirmation without an end');
    checkPeriod(data, now);
  }
  return sessionEnd(statements, now);
}

/** The earliest end that the statements name. No tolerance: our session ends with it, by our clock. */
function sessionEnd(statements: Element[], now: number): number | null {
  const named = statements.map((statement) => statement.getAttribute('SessionNotOnOrAfter'));
  const ends = named.filter((text) => text !== null).map(instant);
  for (const end of ends)
    refuseUnless(end > now, 'the session at the provider has ended: compare the clocks');
  return ends.length === 0 ? null : Math.min(...ends);
}

function checkIssuer(element: Element, provider: IdentityProvider): void {
  const [issuer, second] = children(element, 'assertion', 'Issuer');
  refuseUnless(issuer && !second && plainText(issuer) === provider.entityId, 'another Issuer');
}

function checkIssueInstant(element: Element, now: number): void {
  const issued = instant(element.getAttribute('IssueInstant') ?? '');
  refuseUnless(issued <= now + clockSkewMs, 'issued in the future: compare the clocks');
  refuseUnless(issued >= now - oldestAnswerMs - clockSkewMs, 'issued too long ago: compare the clocks');
}

function checkPeriod(element: Element, now: number): void {
  const begin = element.getAttribute('NotBefore');
  const end = element.getAttribute('NotOnOrAfter');
  if (begin) refuseUnless(instant(begin) <= now + clockSkewMs, 'not yet valid: compare the clocks');
  if (end) refuseUnless(instant(end) > now - clockSkewMs, 'expired: compare the clocks');
}

/** An instant with its zone; one without would be read in the server's. */
function instant(text: string): number {
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
  const value = shape.test(text) ? Date.parse(text) : Number.NaN;
  refuseUnless(Number.isFinite(value), 'a time that cannot be read');
  return value;
}
