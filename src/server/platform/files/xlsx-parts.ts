/** The small parts of a workbook, and what its sheets refer to them by. */

import type { MoneyStyles } from './xlsx-styles.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The range of a sheet's filter: the header and `rows` rows below it. */
export interface FilterRange {
  sheet: string;
  columns: number;
  rows: number;
}

/** Texts without any of these stand as they are, which most of them do. */
const SPECIAL = /[&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000d-\u001f\ufffe\uffff]/g;
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Text as it is written in XML of a workbook. Characters that XML cannot hold are written as spreadsheets do
 * (_x0000_), so that they come back as they were.
 */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .toWellFormed()
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(
      CONTROLS,
      (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    );
}

/** 1 → A, 27 → AA. */
export function columnName(number: number): string {
  const rest = (number - 1) % 26;
  const letter = String.fromCodePoint(65 + rest);
  return number > 26 ? columnName((number - 1 - rest) / 26) + letter : letter;
}

/** The cells of the header and of `rows` rows, as A1:D5. */
export const cellRange = (columns: number, rows: number): string => `A1:${columnName(columns)}${rows + 1}`;

/** The part that says of what type every other part is, for sheets with these names. */
export function contentTypesXml(sheets: readonly string[]): string {
  const parts = sheets.map(
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${parts.join('')}</Types>`;
}

/** The part that says where the workbook is. */
export function relationshipsXml(): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
}

/** The part that says where the workbook's sheets and formats are. */
export function workbookRelationshipsXml(sheets: readonly string[]): string {
  const parts = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`;
}

/** The workbook: its sheets in order, where each has a filter, and whether there is something to compute. */
export function workbookXml(
  sheets: readonly string[],
  ranges: readonly FilterRange[],
  computes: boolean,
): string {
  const list = sheets.map(
    (name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const filters = ranges.map(({ sheet, columns, rows }) => {
    const cells = cellRange(columns, rows).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
    const name = escapeXml(sheet.replaceAll("'", "''"));
    const at = sheets.indexOf(sheet);
    // The header is on every page of paper.
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${name}'!${cells}</definedName><definedName name="_xlnm.Print_Titles" localSheetId="${at}">'${name}'!$1:$1</definedName>`;
  });
  const names = filters.length > 0 ? `<definedNames>${filters.join('')}</definedNames>` : '';
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${list.join('')}</sheets>${names}${computes ? '<calcPr fullCalcOnLoad="1"/>' : ''}</workbook>`;
}

/** The part that holds the formats of all cells. */
export const stylesXml = (money: MoneyStyles): string => money.xml(HEAD, MAIN);

/** The namespaces and the head of a sheet's part. */
export const sheetHead = `${HEAD}<worksheet xmlns="${MAIN}">`;
