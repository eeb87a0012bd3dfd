import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metadataUrlProblem } from '../base/special-addresses.ts';

/** Reads the files that settings name; what is wrong with one joins the list of mistakes. */
export class SettingFiles {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #mistakes: string[];
  readonly #root: string;

  /** @param root the folder that the names of files begin in */
  constructor(env: Readonly<Record<string, string | undefined>>, mistakes: string[], root: string) {
    this.#env = env;
    this.#mistakes = mistakes;
    this.#root = root;
  }

  /** The text of a PEM file; null where the setting is not made or the file cannot be read. */
  pem(name: string, kind: string): string | null {
    const text = this.#read(name);
    if (text !== null && !text.includes(`${kind}-----`)) {
      this.#mistakes.push(`${name} names a file that holds no ${kind} in PEM form.`);
    }
    return text;
  }

  /** PEM text itself, the bare base64 of one certificate, or a file with one or more. */
  certificates(name: string): string[] {
    const value = this.#env[name];
    if (!value) return [];
    const inline = value.includes('-----BEGIN') || /^MII[A-Za-z0-9+/=\s]{200,}$/.test(value);
    const text = inline ? value.replaceAll('\\n', '\n') : (this.#read(name) ?? '');
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    const found = blocks ?? (inline && !text.includes('-----') ? [text.replaceAll(/\s/g, '')] : []);
    if (found.length === 0 && text) this.#mistakes.push(`${name} holds no CERTIFICATE in PEM form.`);
    return found;
  }

  /** Looks whether a file with SAML metadata holds some. An address is read later, so it must be one that is read. */
  metadata(name: string): void {
    const value = this.#env[name];
    if (!value) return;
    if (/^https?:\/\//i.test(value)) {
      const problem = metadataUrlProblem(value);
      if (problem) this.#mistakes.push(`${name} names an address that is never fetched: ${problem}.`);
      return;
    }
    const text = this.#read(name);
    if (text !== null && !text.includes('EntityDescriptor')) {
      this.#mistakes.push(`${name} names a file that holds no SAML metadata.`);
    }
  }

  #read(name: string): string | null {
    const value = this.#env[name];
    if (!value) return null;
    try {
      return readFileSync(path.resolve(this.#root, value), 'utf8');
    } catch {
      this.#mistakes.push(`${name} names ${value}, which cannot be read.`);
      return null;
    }
  }
}
