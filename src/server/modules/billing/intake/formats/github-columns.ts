import type { ColumnNames } from '../format.ts';
import type { Level } from '../place-of-line.ts';

/** The columns of GitHub's usage report by what they are for. */
export const GITHUB = {
  date: ['date', 'usage_at'],
  product: ['product'],
  sku: ['sku'],
  quantity: ['quantity'],
  unit: ['unit_type'],
  amount: ['net_amount'],
  user: ['username'],
  organization: ['organization'],
  repository: ['repository', 'repository_name'],
} as const satisfies ColumnNames;

/** The place of a line that belongs to no organization. */
export const GITHUB_LEVELS: readonly Level[] = [
  ['GitHub cost center', ['cost_center_name'], []],
  ['GitHub user', ['username'], []],
];
