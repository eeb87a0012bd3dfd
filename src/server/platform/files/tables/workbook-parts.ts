import { Parser } from 'htmlparser2';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { ROOT_RELATIONSHIPS } from './archive.ts';
import { UnreadableFile } from './unreadable.ts';

export const unreadable = () =>
  new UnreadableFile('The workbook cannot be read. Please save it anew as XLSX.');

/** The readers of the elements of a part, by their names without a prefix. */
export interface MarkupReader {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** A reference of a part to another one. */
export interface Relationship {
  id: string;
  /** The last word of its type, such as worksheet. */
  type: string;
  /** The name of the part. */
  target: string;
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** An attribute whatever its prefix is, such as `r:id`. */
export const prefixed = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];

/** The parts of a workbook in its archive, each of which is read as it is unpacked. */
export class WorkbookParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Opens an archive that was held against its limits. @throws {UnreadableFile} */
  static async open(bytes: Buffer): Promise<WorkbookParts> {
    try {
      const zip = await fromBufferPromise(bytes);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        const name = entry.fileName.toLowerCase();
        // Of two parts of one name programs read different ones.
        if (entries.has(name)) throw unreadable();
        entries.set(name, entry);
      }
      return new WorkbookParts(zip, entries);
    } catch {
      throw unreadable();
    }
  }

  /** The references of a part, or of the whole package; none where it has none. */
  async relationships(part = ''): Promise<Relationship[]> {
    const slash = part.lastIndexOf('/') + 1;
    const folder = part.slice(0, slash);
    const name = part === '' ? ROOT_RELATIONSHIPS : `${folder}_rels/${part.slice(slash)}.rels`;
    const found: Relationship[] = [];
    if (!this.#entries.has(name.toLowerCase())) return found;
    const open: MarkupReader['open'] = (element, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (element !== 'Relationship' || target === '') return;
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolved(folder, target) });
    };
    for await (const _ of this.read(name, { open }));
    return found;
  }

  /** The bytes of a part as they are unpacked. @throws {UnreadableFile} where there is none */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    // Whatever else lies in the archive has not been held against the limits of markup.
    if (!entry || !/\.(?:xml|rels)$/i.test(entry.fileName)) throw unreadable();
    for await (const part of await this.#zip.openReadStreamPromise(entry)) yield part as Buffer;
  }

  /**
   * Reads a part, and pauses after each portion, so that what was read can be handed on.
   * @throws {UnreadableFile} where there is none, or it is no XML
   */
  async *read(name: string, reader: MarkupReader): AsyncGenerator<void> {
    let depth = 0;
    let broken = false;
    /** Whether the element that was opened last is still empty: it may be over at once. */
    let isEmpty = false;
    const parser = new Parser(
      {
        onopentag: (tag, attributes) => {
          depth += 1;
          isEmpty = true;
          reader.open(withoutPrefix(tag), attributes);
        },
        ontext: (text) => {
          isEmpty = false;
          reader.text?.(text);
        },
        onclosetag: (tag, isImplied) => {
          depth -= 1;
          broken ||= isImplied && !isEmpty;
          isEmpty = false;
          reader.close?.(withoutPrefix(tag));
        },
      },
      { xmlMode: true },
    );
    const decoder = new TextDecoder();
    for await (const part of this.bytes(name)) {
      parser.write(decoder.decode(part, { stream: true }));
      if (broken) throw unreadable();
      yield;
    }
    const isWhole = depth === 0;
    parser.end(decoder.decode());
    if (!isWhole || broken) throw unreadable();
    yield;
  }
}

/** The name of a part as another one in this folder refers to it. */
function resolved(folder: string, target: string): string {
  const parts = target.replaceAll('\\', '/').startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of target.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
