import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { BillProblem } from './bill-line.ts';

/** Why a file cannot be read, as the person reads it; null for a fault that is ours. */
export function problemOf(error: unknown): BillProblem | null {
  if (error instanceof BillProblem) return error;
  if (error instanceof UnreadableFile) return new BillProblem(error.message, error.status);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return new BillProblem('The file ends too early: it was cut off.');
  if (code.startsWith('Z_')) return new BillProblem('The archive is damaged. Please make it anew.');
  return null;
}

/** The same problem with the name of the part that has it; a fault of ours stays as it is. */
export function inPart(name: string, error: unknown): unknown {
  const problem = problemOf(error);
  if (!problem || problem.message.startsWith("'")) return problem ?? error;
  return new BillProblem(`'${name}': ${problem.message}`, problem.status, problem.fields);
}
