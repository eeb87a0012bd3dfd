import { createHash } from 'node:crypto';
import { grouped, listed } from '#kernel/written.ts';
import { BillProblem } from './bill-line.ts';
import { inPart } from './problem-of.ts';
import { partName, type ExpectedPart } from './manifest.ts';
import { openBill, type BillFile, type BillPart, type ExpectedOfBill, type OpenedBill } from './open-bill.ts';

/** So many names are listed in a sentence. */
const MOST_LISTED = 10;

/**
 * Opens the files of a bill: what they hold is one bill in parts.
 * @throws {BillProblem} for files that cannot be parts, named where there are several, and for a manifest alone
 */
export async function openBills(files: readonly BillFile[]): Promise<OpenedBill> {
  const all: OpenedBill[] = [];
  try {
    for (const file of files) all.push(await opened(file, files.length > 1));
    const [only] = all;
    const [first] = files;
    if (!only || !first) throw new BillProblem('No file is there.');
    if (all.length === 1 && only.kind === 'xlsx') return only;
    const ofParts = all.filter((each) => each.kind === 'parts');
    const parts = ofParts.flatMap((each) => each.parts);
    const expected = ofParts.flatMap((each) => each.expected);
    if (parts.length === 0) throw onlyManifest(first.name, expected);
    return { kind: 'parts', parts, expected, close: () => closeAll(ofParts) };
  } catch (error) {
    closeAll(all);
    throw error;
  }
}

async function opened(file: BillFile, isOneOfSeveral: boolean): Promise<OpenedBill> {
  try {
    const bill = await openBill(file);
    if (bill.kind === 'xlsx' && isOneOfSeveral)
      throw new BillProblem('A workbook cannot be a part of a bill in several files. Please save it as CSV.');
    return bill;
  } catch (error) {
    throw isOneOfSeveral ? inPart(file.name, error) : error;
  }
}

const closeAll = (all: readonly OpenedBill[]) => {
  for (const each of all) if (each.kind === 'parts') each.close();
};

function onlyManifest(name: string, expected: readonly ExpectedPart[]): BillProblem {
  const names = expected.slice(0, MOST_LISTED).map((part) => part.name);
  if (expected.length > MOST_LISTED) names.push(`${grouped(expected.length - MOST_LISTED)} more`);
  return new BillProblem(
    `'${name}' is a manifest and no bill. Please send it together with the files that it names: ${listed(names)}.`,
  );
}

/** A part whose bytes are those of a part before it. */
type RepeatedPart = Pick<BillPart, 'name' | 'file' | 'amortised'> & { sameAs: string };

/** The parts that are read, and those whose bytes are those of a part before, which would be charged twice. */
export async function withoutRepeated(
  parts: readonly BillPart[],
): Promise<{ once: BillPart[]; repeated: RepeatedPart[] }> {
  const [only, ...others] = parts;
  if (!only || others.length === 0) return { once: [...parts], repeated: [] };
  const known = new Map<string, string>();
  const once: BillPart[] = [];
  const repeated: RepeatedPart[] = [];
  for (const part of parts) {
    const digest = part.digest ?? (await digestOf(part));
    const sameAs = known.get(digest);
    if (sameAs === undefined) once.push(part);
    else repeated.push({ name: part.name, file: part.file, amortised: part.amortised, sameAs });
    known.set(digest, sameAs ?? part.name);
  }
  return { once, repeated };
}

/** A part is known again by its bytes, however it is packed. */
async function digestOf(part: BillPart): Promise<string> {
  const { bytes, close } = await part.open();
  try {
    const hash = createHash('sha256');
    for await (const each of bytes) hash.update(each);
    return hash.digest('hex');
  } catch (error) {
    throw inPart(part.name, error);
  } finally {
    close();
  }
}

/**
 * The parts that a manifest names and that are not there. Exports call their parts alike, so what is billed and its amortised costs
 * are each held against their own manifest.
 * @throws {BillProblem} for a part with fewer or more rows than the manifest says
 */
export function missingParts(
  expected: readonly ExpectedOfBill[],
  read: readonly { name: string; rows: number; amortised: boolean }[],
): string[] {
  const keyOf = ({ name, amortised }: { name: string; amortised: boolean }) =>
    `${amortised} ${partName(name)}`;
  const rowsOf = new Map(read.map((part) => [keyOf(part), part.rows]));
  return expected.flatMap((part) => {
    const { name, rows } = part;
    const found = rowsOf.get(keyOf(part));
    if (found === undefined) return [name];
    if (rows !== null && rows !== found)
      throw new BillProblem(
        `'${name}': it has ${grouped(found)} ${found === 1 ? 'row' : 'rows'}, and the manifest says ${grouped(rows)}. It may be cut off.`,
      );
    return [];
  });
}
