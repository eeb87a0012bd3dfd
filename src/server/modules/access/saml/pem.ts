/** A certificate as text in PEM form with lines of 64; what is given may be the bare base64 of one. */
export function asPem(text: string): string {
  if (text.includes('-----BEGIN')) return text;
  const lines = text.replace(/\s/g, '').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
