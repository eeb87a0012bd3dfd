/** The characters between the points of the part before the @, as RFC 5321 has them (atext of RFC 5322). */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** The last label is a name, or one of another script in its ASCII form. */
const LAST = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])';
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LAST}$`);
const LONGEST_LOCAL = 64;
export const LONGEST_ADDRESS = 254;

/** Whether a text is one email address that mail can be sent to. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LONGEST_ADDRESS && text.indexOf('@') <= LONGEST_LOCAL && ADDRESS.test(text);

/** The message for a text that is no address, for anybody who is to get a mail. */
export const ONE_ADDRESS_WANTED = 'Email must be one email address, such as jane.doe@example.com.';

/** Why a text is no single address where people often paste more than that; null for an address and any other text. */
export function pastedMore(text: string): string | null {
  if (isEmailAddress(text)) return null;
  const found = text.split(/[\s;,<>()"]+/).filter((word) => isEmailAddress(word.replace(/^mailto:/i, '')));
  if (found.length > 1) return 'holds several addresses. Give one of them';
  if (/^<?mailto:/i.test(text.trim())) return 'begins with mailto:. Give the address alone';
  if (found.length === 1 && /[<>()"]/.test(text))
    return 'has a name beside the address. Give the address alone';
  return null;
}
