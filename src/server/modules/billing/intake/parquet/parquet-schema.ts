import { parquetSchema, type FileMetaData, type SchemaElement, type SchemaTree } from 'hyparquet';
import { MOST_COLUMNS } from '../csv-rows.ts';
import { BillProblem } from '../bill-line.ts';
import { isDecimal, textsOf, type TextOfValue } from './parquet-cells.ts';

/** A column of the table that a Parquet file is read as. */
export interface TableColumn {
  /** As a CSV would call it: what is in a struct is called `project.id`. */
  name: string;
  /** The column of the file that has it. */
  top: string;
  /** Where it is within that. */
  within: readonly string[];
  text: TextOfValue;
  /** Whether its values are numbers. */
  isNumber: boolean;
}

const NUMBERS = new Set(['INT32', 'INT64', 'FLOAT', 'DOUBLE']);

/** Lists and maps are one cell, in JSON. */
const isOneCell = ({ children, element }: SchemaTree): boolean =>
  children.length === 0 || element.converted_type === 'MAP' || element.converted_type === 'LIST';

/** Arrow writes what lists and maps are in one place, and older writers in the other, where the library looks. */
function withOldNames(element: SchemaElement): void {
  const type = element.logical_type?.type;
  if (element.converted_type === undefined && (type === 'MAP' || type === 'LIST'))
    element.converted_type = type;
}

function columnsOf(tree: SchemaTree, top: string, within: readonly string[]): TableColumn[] {
  const isRepeated = tree.element.repetition_type === 'REPEATED';
  if (isOneCell(tree) || isRepeated)
    return [
      {
        name: [top, ...within].join('.'),
        top,
        within,
        text: textsOf(tree.element),
        isNumber: NUMBERS.has(tree.element.type ?? '') || isDecimal(tree.element),
      },
    ];
  return tree.children.flatMap((child) => columnsOf(child, top, [...within, child.element.name]));
}

/**
 * The columns of a Parquet file, and how their values become cells. Decimals are read as whole numbers from here on: the
 * library would make floats of them.
 * @throws {BillProblem} for too many columns
 */
export function tableColumns(metadata: FileMetaData): TableColumn[] {
  metadata.schema.forEach(withOldNames);
  const { children } = parquetSchema(metadata);
  const columns = children.flatMap((child) => columnsOf(child, child.element.name, []));
  if (columns.length > MOST_COLUMNS)
    throw new BillProblem(`The file has more than ${MOST_COLUMNS} columns.`, 413);
  for (const { element, children: within } of children)
    if (within.length === 0 && isDecimal(element)) {
      delete element.converted_type;
      delete element.logical_type;
    }
  return columns;
}
