import type pg from 'pg';
import { asWholeName, wholeName } from '#kernel/whole-names.ts';
import { asReference, kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import { NONE_WORD } from '#kernel/ids.ts';
import type { Registry } from '#kernel/registry.ts';
import { flatInTurns, inTurns } from '../../in-turns.ts';
import { findNamed, foldTexts, type NamedRecord } from './named-records.ts';
import type { Draft } from '../draft.ts';
import type { ReadPart } from './read-part.ts';
import type { WrittenReference } from './written-references.ts';

/** At most so many of the possible values are listed in a refusal. */
const MOST_LISTED = 5;

/**
 * Turns what the file shows of other records into their ids, without regard to case; a record may also be
 * another row of the same file. Where several records show the same, the one that is referred to already stays. What is
 * missing or else means several records is a problem of its row, which lists what can be written.
 */
export async function resolveReferences(
  tx: pg.PoolClient,
  registry: Registry,
  part: ReadPart,
  parts: readonly ReadPart[],
): Promise<void> {
  for (const [name, written] of part.references) {
    const field = asReference(part.resource.fields[name]);
    if (!field) continue;
    const texts = new Set<string>();
    const besides = new Set<string>();
    const narrowing = new Set<string>();
    await inTurns(written, ({ text, beside }) => {
      texts.add(text);
      for (const [other, value] of beside) {
        besides.add(other);
        if (value !== null) narrowing.add(value);
      }
    });
    const named = await findNamed(tx, registry, field, [...texts], [...besides]);
    const folded = await foldTexts(tx, [...narrowing]);
    const others = parts.find(({ resource }) => resource.name === field.target)?.drafts ?? [];
    const rows = await rowsByShown(tx, field, [...texts], others);
    // Where the value is unique, a second row that shows it is reported as a duplicate already.
    const unique = registry.get(field.target).fields[field.show]?.unique !== undefined;
    const every = function* () {
      for (const one of written) {
        const records = named.get(one.text) ?? [];
        const found = narrowed(records, one, folded);
        const linked = rows(one.text);
        const all = found.length + linked.length;
        const count = unique ? Math.min(all, 1) : all;
        for (const draft of one.drafts) yield { one, draft, records, found, link: linked[0], count };
      }
    };
    await inTurns(every(), ({ one, draft, records, found, link, count }) => {
      // The record that the row updates says which one is meant, where it refers to one of several already.
      const kept = found.find(({ id }) => id === draft.existing?.values[name]);
      const [record] = found;
      const wrong = noCode(registry, field, one.text);
      if (wrong !== null) part.problems.add(draft, name, wrong);
      else if (kept) draft.values[name] = kept.id;
      else if (count === 1 && record) draft.values[name] = record.id;
      else if (count === 1 && link) draft.links.set(name, link);
      else if (count > 1)
        part.problems.add(draft, name, ambiguous(registry, field, one.text, count), toWrite(found));
      else if (one.text.toLowerCase() === NONE_WORD && field.none !== 'never') draft.values[name] = null;
      else if (isSaidOtherwise(field, one.text, draft)) draft.values[name] = null;
      else part.problems.add(draft, name, missing(registry, field, one), toWrite(records));
    });
  }
}

/** Whether a text is what the row has for one that is none of the records, as a file says it that was downloaded. */
const isSaidOtherwise = ({ otherwise }: RefField, text: string, { values }: Draft): boolean =>
  otherwise !== undefined &&
  typeof values[otherwise] === 'string' &&
  values[otherwise].trim() === text.trim();

/** The records that fit everything beside the reference; a blank cell counts where others leave several. */
function narrowed(
  records: readonly NamedRecord[],
  { text, beside }: WrittenReference,
  folded: ReadonlyMap<string, string>,
): readonly NamedRecord[] {
  const wanted = [...beside].flatMap(([name, value]) =>
    value === null ? [] : [[name, folded.get(value) ?? value] as const],
  );
  const fitting = records.filter((record) => wanted.every(([name, value]) => record.beside[name] === value));
  const exact = fitting.filter(({ parts }) => parts.length === 1 && parts[0] === text);
  // Of records that only look alike, which there were before they were refused, it is the one that is written so.
  const found = exact.length > 0 ? exact : fitting;
  if (found.length < 2) return found;
  const blank = [...beside].flatMap(([name, value]) => (value === null ? [name] : []));
  const plain = found.filter((record) => blank.every((name) => (record.beside[name] ?? '') === ''));
  return blank.length > 0 && plain.length > 0 ? plain : found;
}

/** Finds the rows of the file that will show a text; rows of records that exist are found as these records. */
async function rowsByShown(
  tx: pg.PoolClient,
  field: RefField,
  texts: readonly string[],
  drafts: readonly Draft[],
): Promise<(text: string) => Draft[]> {
  const shows = await flatInTurns(drafts, (draft) => {
    const value = draft.values[field.show];
    const isShown = draft.existing === null && (typeof value === 'string' || typeof value === 'number');
    return isShown ? [{ draft, text: String(value) }] : [];
  });
  if (shows.length === 0) return () => [];
  const all = new Set<string>();
  await inTurns(texts, (text) => void all.add(text));
  await inTurns(shows, ({ text }) => void all.add(text));
  const folded = await foldTexts(tx, [...all]);
  const wanted = new Map<string, Draft[]>();
  await inTurns(texts, (text) => void wanted.set(folded.get(text) ?? text, []));
  await inTurns(shows, ({ draft, text }) => void wanted.get(folded.get(text) ?? text)?.push(draft));
  return (text) => wanted.get(folded.get(text) ?? text) ?? [];
}

const manyOf = (registry: Registry, field: RefField) => registry.get(field.target).label[1].toLowerCase();

function ambiguous(registry: Registry, field: RefField, text: string, count: number): string {
  return `${field.label} '${text}' stands for ${count} of the ${manyOf(registry, field)}, so it is not clear which one is meant.`;
}

/** The whole names of the records that come into question; none where a whole name says no more than the text. */
function toWrite(records: readonly NamedRecord[]): string | undefined {
  const names = records.filter(({ parts }) => parts.length > 1).map(({ parts }) => `'${wholeName(parts)}'`);
  if (names.length === 0) return undefined;
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : '';
  const list = names.slice(0, MOST_LISTED).join(', ');
  return names.length === 1 ? `Write ${list}.` : `Write one of ${list}${more}.`;
}

/** The field of the target that a file shows, under the name of the reference. */
function shownField(registry: Registry, field: RefField): Field | null {
  const shown = registry.properties(registry.get(field.target)).get(field.show)?.field;
  return shown ? { ...shown, label: field.label } : null;
}

/** The error of a text as the cell of a field; null where there is none. */
function wrongIn(field: Field, text: string): string | null {
  const read = kindOf(field).parseCell(field, text);
  return 'error' in read ? read.error : null;
}

/** Why a text cannot be the code of a record, though one may look the same. */
function noCode(registry: Registry, field: RefField, text: string): string | null {
  const shown = shownField(registry, field);
  return shown !== null && 'code' in shown && shown.code ? wrongIn(shown, text) : null;
}

function missing(registry: Registry, field: RefField, { text, beside }: WrittenReference): string {
  const target = registry.get(field.target);
  const shown = shownField(registry, field);
  const wrong = shown && asWholeName(text) === null ? wrongIn(shown, text) : null;
  if (wrong !== null) return wrong;
  const more = [...beside].flatMap(([name, value]) =>
    value === null ? [] : [`${target.fields[name]?.label ?? name} '${value}'`],
  );
  const withMore = more.length > 0 ? ` with ${more.join(' and ')}` : '';
  return `${field.label} '${text}'${withMore} was not found among the ${manyOf(registry, field)}.`;
}
