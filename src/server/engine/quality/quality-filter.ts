import { choice } from '#kernel/fields/choice.ts';
import { qualityRules, type Judged, type QualityRule } from '#kernel/quality-rules.ts';
import { QUALITY_FILTER } from '#kernel/quality.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { ListAdditions } from '../lists/list-additions.ts';
import { literal } from '../sql.ts';
import { ruleSql, type OwnConditions } from './rule-sql.ts';

/** A rule that records of a model can break. */
export interface Breakable {
  rule: QualityRule;
  /** Whether a record breaks it shows in the record alone, and in no other table. */
  isPlain: boolean;
  /** The SQL of whether one does; `row` is the alias of the model's table. */
  sql: (row: string) => string;
}

const PLAIN: readonly Judged['about'][] = ['empty', 'refused', 'order'];

/** The rules that records of a model can break. */
export function breakableRules(registry: Registry, resource: Resource, own: OwnConditions = {}): Breakable[] {
  return qualityRules(registry, resource).flatMap((rule) => {
    const sqlFor = (row: string) => ruleSql(registry, resource, rule, row, own);
    if (sqlFor('t') === null) return [];
    const isPlain = PLAIN.includes(rule.judged.about);
    return [{ rule, isPlain, sql: (row: string) => sqlFor(row) ?? 'false' }];
  });
}

/** The additions to a model's list, with the parameter that finds the records which break a rule. */
export function withQuality(rules: readonly Breakable[], additions: ListAdditions): ListAdditions {
  if (rules.length === 0) return additions;
  const names = rules.map(({ rule }) => rule.name);
  const parameter = {
    name: `by_${QUALITY_FILTER}`,
    summary: 'Those that break a rule of the data quality page.',
    field: choice('Data Quality', names),
    where: (row: string, value: string) => {
      const cases = rules.map(({ rule, sql }) => `WHEN ${literal(rule.name)} THEN (${sql(row)})`);
      return `CASE ${value}::text ${cases.join(' ')} END`;
    },
  };
  return { ...additions, parameters: [...(additions.parameters ?? []), parameter] };
}
