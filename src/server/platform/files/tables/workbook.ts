import { isDateFormat } from 'hucre';
import { prefixed, unreadable, type WorkbookParts } from './workbook-parts.ts';
import { UnreadableFile } from './unreadable.ts';

/** A sheet as the workbook names it, and its part. */
export interface NamedSheet {
  name: string;
  part: string;
  isHidden: boolean;
}

/** How the cells of a style show their numbers. */
export interface NumberFormat {
  isDate: boolean;
  /** The format where it puts zeros before a number; null for any other. */
  padding: string | null;
}

/** The parts of a workbook that are read before its sheets. */
export interface Workbook {
  sheets: readonly NamedSheet[];
  /** Its days are counted from 1904. */
  is1904: boolean;
  /** By the styles of cells. */
  formats: readonly NumberFormat[];
  /** The texts that cells share. */
  texts: readonly string[];
}

/** Formats that spreadsheets know by number, and that show days or times. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Zeros, and the signs between them: a format that shows a number as a code of so many digits. */
const PADDING = /^(?:0|\\.|"[^"]*"|[-/ ()])+$/;

function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { isDate: isBuiltInDate(id), padding: null };
  const [section = ''] = code.split(';');
  const plain = section.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/[_*]./g, '');
  const zeros = plain.replaceAll(/\\.|"[^"]*"/g, '').replaceAll(/[^0]/g, '').length;
  return {
    isDate: isDateFormat(code),
    padding: PADDING.test(plain) && zeros > 1 ? plain : null,
  };
}

/** @throws {UnreadableFile} for what is no workbook */
export async function openWorkbook(parts: WorkbookParts): Promise<Workbook> {
  const root = await parts.relationships();
  const main = root.find(({ type }) => type === 'officeDocument')?.target;
  if (main === undefined) throw unreadable();
  if (!main.toLowerCase().endsWith('.xml'))
    throw new UnreadableFile('This workbook is no XLSX. Please save it anew as XLSX.');
  const others = await parts.relationships(main);
  const partOf = (word: string) => others.find(({ type }) => type === word)?.target;
  const { sheets, is1904 } = await sheetsOf(
    parts,
    main,
    new Map(others.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target])),
  );
  const [styles, texts] = [partOf('styles'), partOf('sharedStrings')];
  return {
    sheets,
    is1904,
    formats: styles === undefined ? [] : await formatsOf(parts, styles),
    texts: texts === undefined ? [] : await textsOf(parts, texts),
  };
}

async function sheetsOf(
  parts: WorkbookParts,
  main: string,
  targets: ReadonlyMap<string, string>,
): Promise<Pick<Workbook, 'sheets' | 'is1904'>> {
  const sheets: NamedSheet[] = [];
  let is1904 = false;
  let isWorkbook = false;
  const open = (element: string, attributes: Readonly<Record<string, string>>) => {
    if (element === 'workbook') isWorkbook = true;
    else if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    else if (element === 'sheet') {
      // Charts are sheets of their own, without cells.
      const part = targets.get(prefixed(attributes, 'id') ?? '');
      const { name = '', state = 'visible' } = attributes;
      if (part !== undefined) sheets.push({ name, part, isHidden: state !== 'visible' });
    }
  };
  for await (const _ of parts.read(main, { open }));
  if (!isWorkbook) throw unreadable();
  return { sheets, is1904 };
}

async function formatsOf(parts: WorkbookParts, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let areOfCells = false;
  const open = (element: string, attributes: Readonly<Record<string, string>>) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    if (element === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
    else if (element === 'cellXfs') areOfCells = true;
    else if (element === 'xf' && areOfCells) formats.push(formatOf(id, codes.get(id)));
  };
  const close = (element: string) => {
    if (element === 'cellXfs') areOfCells = false;
  };
  for await (const _ of parts.read(part, { open, close }));
  return formats;
}

async function textsOf(parts: WorkbookParts, part: string): Promise<string[]> {
  const texts: string[] = [];
  let held = '';
  let isText = false;
  /** How a word is pronounced is no part of it. */
  let isSound = false;
  const open = (element: string) => {
    if (element === 'si') held = '';
    else if (element === 'rPh') isSound = true;
    else if (element === 't') isText = !isSound;
  };
  const text = (piece: string) => {
    if (isText) held += piece;
  };
  const close = (element: string) => {
    if (element === 'si') texts.push(unescaped(held));
    else if (element === 'rPh') isSound = false;
    else if (element === 't') isText = false;
  };
  for await (const _ of parts.read(part, { open, text, close }));
  return texts;
}

/** A text with the characters that XML cannot hold, which workbooks write as _x0000_. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
