import { damaged } from './damaged.ts';

/** The types of Thrift's compact protocol, in which Parquet writes what it says of itself. */
const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12,
] as const;

/** How deep structs are within each other; Parquet's own are five deep. */
const DEEPEST = 24;
/** A whole number of 32 bits takes so many bytes at most, and one of 64 bits. */
const LONGEST_32 = 5;
const LONGEST_64 = 10;

/** The whole numbers of a struct and the structs in it, by the numbers of their fields. */
export type CompactStruct = Map<number, number | CompactStruct>;

/**
 * Reads structs of the compact protocol as the library does, and refuses what it would read for hours or without end: numbers
 * that never end, lists that are longer than the file, and structs in structs.
 */
export class CompactReader {
  readonly #bytes: DataView;
  /** The number of elements that may still be read. */
  #left: number;
  at: number;

  constructor(bytes: DataView, mostElements: number) {
    this.#bytes = bytes;
    this.#left = mostElements;
    this.at = 0;
  }

  /** Reads a struct. @returns its numbers where they are to be kept @throws {BillProblem} for what is no struct */
  struct(isKept: boolean, depth = 0): CompactStruct {
    if (depth > DEEPEST) throw damaged();
    const kept: CompactStruct = new Map();
    let field = 0;
    for (;;) {
      this.#count();
      const byte = this.#byte();
      const type = byte & 0x0f;
      if (type === STOP) return kept;
      const step = byte >> 4;
      field = step ? field + step : this.#number32();
      const value = this.#element(type, isKept, depth);
      if (isKept && value !== null) kept.set(field, value);
    }
  }

  #element(type: number, isKept: boolean, depth: number): number | CompactStruct | null {
    switch (type) {
      case TRUE:
        return 1;
      case FALSE:
        return 0;
      case BYTE:
        return this.#byte();
      case I16:
      case I32:
        return this.#number32();
      case I64:
        this.#skipVariable(LONGEST_64);
        return null;
      case DOUBLE:
        return this.#skip(8);
      case BINARY:
        return this.#skip(this.#unsigned32());
      case LIST:
        return this.#list(depth);
      case STRUCT:
        return this.struct(isKept, depth + 1);
      default:
        throw damaged();
    }
  }

  #list(depth: number): null {
    const byte = this.#byte();
    const type = byte & 0x0f;
    const short = byte >> 4;
    const size = short === 15 ? this.#unsigned32() : short;
    // Each element takes a byte at least.
    if (size > this.#bytes.byteLength - this.at) throw damaged();
    for (let n = 0; n < size; n += 1) {
      this.#count();
      this.#element(type === TRUE || type === FALSE ? BYTE : type, false, depth + 1);
    }
    return null;
  }

  #count(): void {
    this.#left -= 1;
    if (this.#left < 0) throw damaged();
  }

  #byte(): number {
    if (this.at >= this.#bytes.byteLength) throw damaged();
    const byte = this.#bytes.getUint8(this.at);
    this.at += 1;
    return byte;
  }

  #skip(bytes: number): null {
    if (bytes > this.#bytes.byteLength - this.at) throw damaged();
    this.at += bytes;
    return null;
  }

  #skipVariable(longest: number): void {
    for (let n = 0; n < longest; n += 1) if ((this.#byte() & 0x80) === 0) return;
    throw damaged();
  }

  #unsigned32(): number {
    let value = 0;
    for (let n = 0; n < LONGEST_32; n += 1) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** (7 * n);
      if ((byte & 0x80) === 0) {
        if (value > 0xffffffff) break;
        return value;
      }
    }
    throw damaged();
  }

  /** Numbers with a sign are folded into those without one. */
  #number32(): number {
    const folded = this.#unsigned32();
    return (folded >>> 1) ^ -(folded & 1);
  }
}
