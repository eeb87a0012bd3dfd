import { asMention } from '#kernel/fields/kinds.ts';
import { expiryDays, replacementOf, targetOf, type Judged, type QualityRule } from '#kernel/quality-rules.ts';
import { presetsOf } from '#kernel/remarks.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { sqlOf } from '../kinds/sql-of.ts';
import { literal, quoted } from '../sql.ts';

/** The conditions that a model's behaviour has for the rules of its own, by their names; `row` is the alias of its table. */
export type OwnConditions = Readonly<Record<string, (row: string) => string>>;

const TODAY = 'today()';

/** The kinds of faults that nobody has to mend once a record is over. */
const OF_LIVE: readonly Judged['about'][] = ['empty', 'expired', 'over', 'difference'];

/**
 * The SQL of whether a record breaks a rule; null where its column can hold nothing that does, or a rule of the model's
 * own has no condition.
 * @param row the alias of the model's table
 */
export function ruleSql(
  registry: Registry,
  resource: Resource,
  { name, judged }: QualityRule,
  row: string,
  own: OwnConditions,
): string | null {
  const fieldOf = (field: string) => {
    const found = resource.fields[field];
    if (!found) throw new Error(`The rule ${name} of ${resource.name} is about ${field}, which is no field.`);
    return found;
  };
  const column = (field: string) => `${row}.${quoted(field)}`;
  const blank = (field: string) => sqlOf(fieldOf(field)).blank?.(column(field));
  /** Whether the record that a field leads to, `x`, is such a one. */
  const leadsTo = (field: string, condition: string): string => {
    const declared = fieldOf(field);
    const target = targetOf(registry, resource, field);
    const by = asMention(declared)?.by;
    const named = by === undefined ? undefined : target.fields[by];
    const isSame =
      by !== undefined && named
        ? `${sqlOf(named).unique(`x.${quoted(by)}`)} = ${sqlOf(declared).unique(column(field))}`
        : `x.id = ${column(field)}`;
    return `EXISTS (SELECT FROM ${quoted(target.name)} x WHERE ${isSame} AND ${condition})`;
  };
  const conditionOf = (): string | null => {
    switch (judged.about) {
      case 'empty': {
        const { field } = judged;
        const ways = [fieldOf(field).nullable ? `${column(field)} IS NULL` : undefined, blank(field)];
        return ways.filter(Boolean).join(' OR ') || null;
      }
      case 'refused': {
        const field = fieldOf(judged.field);
        const refused = sqlOf(field).refused(field, column(judged.field));
        const empty = blank(judged.field);
        return refused && empty ? `${refused} AND NOT ${empty}` : refused;
      }
      case 'unknown':
        return `${column(judged.field)} IS NOT NULL AND NOT ${leadsTo(judged.field, 'true')}`;
      case 'expired': {
        const replacement = replacementOf(targetOf(registry, resource, judged.field));
        // Charges follow replacements, so the last one of them decides.
        const isLast = replacement === null ? '' : ` AND x.${quoted(replacement)} IS NULL`;
        return leadsTo(judged.field, `x.${quoted(judged.day)} < ${TODAY}${isLast}`);
      }
      case 'over':
        return leadsTo(judged.field, `x.${quoted(judged.flag)}`);
      case 'order':
        return `${column(judged.field)} < ${column(judged.after)}`;
      case 'difference': {
        const [here, there] = [`btrim(${column(judged.field)})`, `btrim(x.${quoted(judged.from)})`];
        const presets = presetsOf(resource.fields, judged.field, judged.via);
        const chosen = presets
          ? ` AND NOT (${here} = ${literal(presets.value)} AND ${column(judged.via)} = ${presets.via})`
          : '';
        return leadsTo(judged.via, `${here} <> '' AND ${there} <> '' AND ${here} <> ${there}${chosen}`);
      }
      case 'own':
        return own[judged.name]?.(row) ?? null;
    }
  };
  const broken = conditionOf();
  if (broken === null) return null;
  const isLink = 'field' in judged && judged.field === replacementOf(resource);
  const live = OF_LIVE.includes(judged.about) && !isLink ? liveSql(resource, column) : [];
  return [...live, broken].map((condition) => `(${condition})`).join(' AND ');
}

/** That a record is not over, by its flag and by the days after which it is no longer valid. */
const liveSql = (resource: Resource, column: (field: string) => string): string[] => [
  ...(resource.quality?.over === undefined ? [] : [`NOT ${column(resource.quality.over)}`]),
  ...expiryDays(resource).map((day) => `${column(day)} IS NULL OR ${column(day)} >= ${TODAY}`),
];
