const DATA_URL = /^data:[^,]{0,200};base64,/;
/** Characters within which the head of a data URL ends. */
const LONGEST_HEAD = 300;
/** A sequence such as `\n` or `\u002b` that may go on in the next part. */
const OPEN_ESCAPE = /\\(?:u[\da-fA-F]{0,3})?$/;
/** Characters that JSON does not take within a text as they are. */
const CONTROL = /[\u0000-\u001F]/;

/**
 * A file in a JSON body as base64, or as a data URL with base64. It is decoded part by part as it arrives,
 * since a text of 60 MB would hold everybody up when it is put together.
 */
export class JsonFile {
  readonly #parts: Buffer[] = [];
  #length = 0;
  /** The possible head of a data URL; null once that is settled. */
  #head: string | null = '';
  /** Signs that belong together with the next ones. */
  #left = '';
  #escape = '';

  /**
   * Takes the next part of the text as it is written in JSON.
   * @throws {SyntaxError} where no JSON text is written so
   */
  push(written: string): void {
    const text = this.#unescape(written);
    if (this.#head === null) this.#decode(text);
    else {
      this.#head += text;
      if (this.#head.length >= LONGEST_HEAD) this.#endHead(this.#head);
    }
  }

  /** The bytes, in memory of their own, which may be given to a thread. */
  end(): Uint8Array<ArrayBuffer> {
    if (this.#escape !== '') throw new SyntaxError('The text ends within an escape.');
    if (this.#head !== null) this.#endHead(this.#head);
    this.#add(this.#left);
    const bytes = new Uint8Array(new ArrayBuffer(this.#length));
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #unescape(written: string): string {
    if (CONTROL.test(written)) throw new SyntaxError('A text holds a control character.');
    if (this.#escape === '' && !written.includes('\\')) return written;
    const all = this.#escape + written;
    // Where a backslash precedes it, the last one is not the begin of a sequence but the end of one.
    const whole = all.replaceAll(/\\\\/g, '  ');
    const open = OPEN_ESCAPE.exec(whole)?.index ?? all.length;
    this.#escape = all.slice(open);
    return String(JSON.parse(`"${all.slice(0, open)}"`));
  }

  #endHead(head: string): void {
    this.#head = null;
    this.#decode(head.slice(DATA_URL.exec(head)?.[0].length ?? 0));
  }

  #decode(text: string): void {
    const signs = this.#left + text.replaceAll(/\s+/g, '');
    const whole = signs.length - (signs.length % 4);
    this.#left = signs.slice(whole);
    this.#add(signs.slice(0, whole));
  }

  #add(signs: string): void {
    if (signs === '') return;
    const part = Buffer.from(signs, 'base64');
    this.#parts.push(part);
    this.#length += part.length;
  }
}
