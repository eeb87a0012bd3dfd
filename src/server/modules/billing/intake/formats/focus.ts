import type { Cloud } from '#kernel/billing/runs.ts';
import type { ChargeKind, CommitmentOfLine, InvoiceOfLine } from '../bill-line.ts';
import { textOf } from '../cells.ts';
import { COPILOT, copilotReader } from '../copilot-lines.ts';
import {
  idsOf,
  monthOf,
  type BillFormat,
  type CellAt,
  type Columns,
  type FileFacts,
  type RowReader,
} from '../format.ts';
import { placeReader } from '../place-of-line.ts';
import { FOCUS, FOCUS_COMMITMENTS } from './focus-columns.ts';

const KINDS: Record<string, ChargeKind> = { tax: 'tax', credit: 'credit', adjustment: 'adjustment' };

/** The names that clouds give themselves differ from version to version, and from one to the other. */
function cloudOf(names: readonly (string | null)[]): Cloud | null {
  const words = names.filter(Boolean).join(' ');
  if (/\baws\b|amazon/i.test(words)) return 'aws';
  if (/azure|microsoft/i.test(words)) return 'azure';
  if (/\bgcp\b|google/i.test(words)) return 'gcp';
  return null;
}

/** Azure and Google write the whole path of what an account is. */
const accountOf = (cell: string) => cell.replace(/^\s*\/?(?:subscriptions|projects)\//i, '');

/** Reads what a line says of the commitment that it names. */
function commitmentReader(
  columns: Columns,
  { values }: FileFacts,
): (id: string | null, category: string, cell: CellAt) => CommitmentOfLine | null {
  const status = columns.aside(...FOCUS_COMMITMENTS.status);
  const effective = columns.aside(...FOCUS_COMMITMENTS.effective);
  return (id, category, cell) =>
    id === null || Object.hasOwn(KINDS, category)
      ? null
      : {
          id,
          used: category === 'usage' && cell(status).trim().toLowerCase() !== 'unused',
          effective: effective < 0 ? null : values.amount(cell(effective), columns.names[effective] ?? ''),
        };
}

function readerOf(columns: Columns, facts: FileFacts): RowReader {
  const { values } = facts;
  const at = columns.places(FOCUS);
  const name = (place: number) => columns.names[place] ?? '';
  const copilotOf = copilotReader(columns);
  const { id, awsId } = idsOf(columns, facts);
  const placeOf = placeReader(columns, id);
  const commitmentOf = commitmentReader(columns, facts);
  return (cells, cell) => {
    const service = textOf(cells[at.service]);
    // Who issues the invoice may resell what another one provides.
    const cloud = cloudOf([textOf(cells[at.provider])]) ?? cloudOf([textOf(cells[at.issuer])]);
    const read = cloud === 'aws' ? awsId : id;
    const account = read(accountOf(cells[at.account] ?? ''), at.account);
    const copilot =
      cloud === 'azure' ? copilotOf(service, textOf(cells[at.description]), account, cell) : null;
    const day = values.day(cells[at.day], name(at.day));
    const category = (cells[at.category] ?? '').trim().toLowerCase();
    const kind = KINDS[category] ?? 'usage';
    const invoice: InvoiceOfLine = {
      cloud,
      number: id(cells[at.invoice], at.invoice),
      billingAccount: read(cells[at.billingAccount], at.billingAccount) ?? '',
      period: at.period < 0 ? monthOf(day) : values.day(cells[at.period], name(at.period)),
      currency: values.currency(cells[at.currency], name(at.currency)),
    };
    const charged = copilot ? copilot.account : account;
    return {
      invoice,
      account: charged ?? (kind === 'usage' ? placeOf(cell, invoice) : null),
      kind,
      amount: values.amount(cells[at.amount], name(at.amount)),
      day,
      service: copilot ? COPILOT : service,
      description: copilot ? copilot.description : textOf(cells[at.description]),
      commitment: commitmentOf(textOf(cells[at.commitment]), category, cell),
    };
  };
}

/** Cost and usage as FOCUS 1.0 to 1.4 have it. What is charged is BilledCost; by EffectiveCost commitments are split. */
export const focusFormats: BillFormat[] = [
  {
    name: 'focus',
    label: 'FOCUS 1.0 to 1.4',
    provider: 'focus',
    needs: [FOCUS.account, [...FOCUS.day, ...FOCUS.period], FOCUS.amount, FOCUS.currency],
    numbersLate: true,
    reader: readerOf,
  },
];
