import { refuseUnless } from './refusal.ts';
import { longestMessage, scanXml } from './scan.ts';

/** base64 takes a third more, and line breaks a little again. */
const longestBase64 = longestMessage * 1.4;

/** percent-encoding of `+`, `/` and `=` takes a little more. */
export const longestForm = Math.ceil(longestMessage * 1.5);

/** A browser posts SAMLResponse and RelayState; some providers add a few. */
const mostFields = 20;

/** An answer that has been read and scanned, but not parsed: nothing in it is known to be true. */
export interface Message {
  xml: string;
  /** The request that it says it answers. */
  requestId: string;
}

/**
 * Reads the form of the HTTP-POST binding: one `SAMLResponse`, base64 of UTF-8 of plain XML within the limits.
 * The work grows with the length of the form and with nothing else.
 *
 * @throws SamlRefusal
 */
export function readMessage(form: unknown): Message {
  refuseUnless(typeof form === 'string', 'not exactly one SAMLResponse');
  const xml = decode(field(form, 'SAMLResponse'));
  const requestId = scanXml(xml).root.get('InResponseTo');
  refuseUnless(requestId, 'unsolicited: no InResponseTo');
  return { xml, requestId };
}

function field(form: string, name: string): string {
  refuseUnless(form.split('&', mostFields + 1).length <= mostFields, 'a form of too many fields');
  const [value, another] = new URLSearchParams(form).getAll(name);
  refuseUnless(value !== undefined && another === undefined, 'not exactly one SAMLResponse');
  return value;
}

function decode(message: string): string {
  refuseUnless(message.length <= longestBase64, 'the message is too long');
  const base64 = message.replace(/[\r\n\t ]+/g, '');
  refuseUnless(/^[A-Za-z0-9+/]+={0,2}$/.test(base64), 'the message is not base64');
  const bytes = Buffer.from(base64, 'base64');
  refuseUnless(bytes.length <= longestMessage, 'the message is too long');
  const xml = bytes.toString('utf8');
  refuseUnless(!xml.includes('\uFFFD'), 'the message is not UTF-8');
  return xml;
}
