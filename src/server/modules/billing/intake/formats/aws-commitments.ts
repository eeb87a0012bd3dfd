import type { CommitmentOfLine } from '../bill-line.ts';
import { textOf } from '../cells.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import type { CellAt, Columns, FileFacts } from '../format.ts';
import { AWS_COMMITMENTS } from './aws-columns.ts';

type Column = keyof typeof AWS_COMMITMENTS;

interface LineType {
  of: 'plan' | 'reservation';
  used: boolean;
  /** The columns whose sum is its effective cost, and the one that is subtracted; of the others it is 0. */
  plus?: readonly Column[];
  less?: Column;
  /** Whether lines of this type are about a commitment only where they name it. */
  onlyNamed?: boolean;
}

/**
 * The types of lines that reservations and savings plans have, and of which columns AWS says that their amortised cost is summed.
 * The fees of a commitment are amortised over the usage that it covers: what of them nobody used stays theirs.
 */
const LINE_TYPES: Readonly<Record<string, LineType>> = {
  discountedusage: { of: 'reservation', used: true, plus: ['reservationCost'] },
  rifee: { of: 'reservation', used: false, plus: ['unusedUpfront', 'unusedRecurring'] },
  fee: { of: 'reservation', used: false, onlyNamed: true },
  savingsplancoveredusage: { of: 'plan', used: true, plus: ['planCost'] },
  savingsplannegation: { of: 'plan', used: true },
  savingsplanrecurringfee: { of: 'plan', used: false, plus: ['committed'], less: 'usedOfPlan' },
  savingsplanupfrontfee: { of: 'plan', used: false },
};

/** Without one of these columns nothing is known of the effective cost of any. */
const NEEDED: Record<LineType['of'], readonly Column[]> = {
  plan: ['planCost', 'committed', 'usedOfPlan'],
  reservation: ['reservationCost', 'unusedUpfront', 'unusedRecurring'],
};
const UNNAMED = { plan: 'Savings plans', reservation: 'Reservations' } as const;

const negated = (decimal: string) => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`);

/** Reads the commitment that a line of the Cost and Usage Report is about, by its type in small letters; null where it is about none. */
export function awsCommitmentReader(
  columns: Columns,
  { values }: Pick<FileFacts, 'values'>,
): (type: string, cell: CellAt) => CommitmentOfLine | null {
  const places = new Map(
    Object.entries(AWS_COMMITMENTS).map(([column, names]) => [column as Column, columns.aside(...names)]),
  );
  const at = (column: Column) => places.get(column) ?? -1;
  const isKnown = (of: LineType['of']) => NEEDED[of].every((column) => at(column) >= 0);
  const known = { plan: isKnown('plan'), reservation: isKnown('reservation') };
  return (type, cell) => {
    const line = Object.hasOwn(LINE_TYPES, type) ? LINE_TYPES[type] : undefined;
    if (!line) return null;
    const { of, used, plus = [], less, onlyNamed = false } = line;
    const name = textOf(cell(at(of)));
    if (name === null && onlyNamed) return null;
    const amount = (column: Column) => values.amount(cell(at(column)), columns.names[at(column)] ?? '');
    const sum = () => sumOfDecimals([...plus.map(amount), ...(less ? [negated(amount(less))] : [])]);
    return { id: name ?? UNNAMED[of], used, effective: known[of] ? sum() : null };
  };
}
