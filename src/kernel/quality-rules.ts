import { asMention, asReference, kindOf, mentionsOf, referencesOf } from './fields/kinds.ts';
import type { Repair } from './quality.ts';
import type { Registry } from './registry.ts';
import { propertyOfReferred, referredBy } from './remarks.ts';
import { inSentence, type Resource } from './resource.ts';

/** The subject of a rule. `day`, `flag` and `from` are fields of the record that `field` or `via` leads to. */
export type Judged =
  | { about: 'empty' | 'refused' | 'unknown'; field: string }
  | { about: 'expired'; field: string; day: string }
  | { about: 'over'; field: string; flag: string }
  | { about: 'order'; field: string; after: string }
  | { about: 'difference'; field: string; via: string; from: string }
  | { about: 'own'; name: string };

/** A rule that a record can break. */
export interface QualityRule {
  /** The value of `by_quality` in the model's list. */
  name: string;
  /** The problem, for people. */
  label: string;
  /** How it is mended where each record has to be looked at. */
  advice: string;
  judged: Judged;
  repair?: Repair;
}

/** Every rule that a record of a model can break, by its declaration; none where nobody could mend one. */
export function qualityRules(registry: Registry, resource: Resource): QualityRule[] {
  const { source, actions, csv, quality: { own = {}, past = false } = {} } = resource;
  if (source === 'view' || !(actions.includes('update') || csv?.import)) return [];
  return [
    ...fieldRules(resource),
    ...unknownRules(registry, resource),
    ...(past ? [] : endedRules(registry, resource)),
    ...remarkRules(resource),
    ...Object.entries(own).map(([name, rule]) => ({
      ...rule,
      name,
      judged: { about: 'own', name } as const,
    })),
  ];
}

const labelOf = ({ fields }: Resource, name: string) => fields[name]?.label ?? name;

/** Records that people do not change are mended in the system that they come from. */
const advised = ({ actions }: Resource, what: string) =>
  actions.includes('update') ? `${what}.` : `${what} where the records come from.`;

/** The demands of each field by itself. */
function fieldRules(resource: Resource): QualityRule[] {
  return Object.entries(resource.fields).flatMap(([field, declared]) => {
    const { label, writing } = declared;
    const kind = kindOf(declared);
    if (kind.hidden || writing === 'never') return [];
    const refused: QualityRule = {
      name: `refused_${field}`,
      label: `${label} would be refused today`,
      advice: advised(resource, 'Correct it'),
      judged: { about: 'refused', field },
    };
    const isDemanded =
      'error' in kind.whenEmpty(declared, 'update') || resource.quality?.wanted?.includes(field);
    if (!isDemanded) return [refused];
    const empty: QualityRule = {
      name: `empty_${field}`,
      label: `${label} is empty`,
      advice: advised(resource, 'Fill it in'),
      judged: { about: 'empty', field },
    };
    return [empty, refused];
  });
}

/** Names that nobody knows. */
const unknownRules = (registry: Registry, resource: Resource): QualityRule[] =>
  mentionsOf(resource).map(([field, { label, target }]) => ({
    name: `unknown_${field}`,
    label: `${label} is not known`,
    advice: advised(resource, `Add the ${registry.get(target).noun[0]}, or correct the name`),
    judged: { about: 'unknown', field },
  }));

/** References and names that lead to what is over, or not valid any more. */
function endedRules(registry: Registry, resource: Resource): QualityRule[] {
  return [...referencesOf(resource), ...mentionsOf(resource)].flatMap(([field, { label, target: name }]) => {
    const target = registry.get(name);
    const flag = target.quality?.over;
    const over: QualityRule[] = flag
      ? [
          {
            name: `over_${field}`,
            label: `${label} is ${inSentence(labelOf(target, flag))}`,
            advice: advised(resource, 'Choose another one'),
            judged: { about: 'over', field, flag },
          },
        ]
      : [];
    const isReplaced = replacementOf(target) !== null;
    const expired = expiryDays(target).map((day): QualityRule => ({
      name: `expired_${field}`,
      label: `${label} has expired${isReplaced ? ', and nothing replaces it' : ''}`,
      advice: advised(resource, `${isReplaced ? 'Replace it, or choose' : 'Choose'} a valid one`),
      judged: { about: 'expired', field, day },
    }));
    return [...over, ...expired];
  });
}

/** The remarks of the form about a value. A remark about the flag of another record is a rule by the flag's tone. */
function remarkRules(resource: Resource): QualityRule[] {
  return Object.entries(resource.remarks ?? {}).flatMap(([field, remark]): QualityRule[] => {
    const label = labelOf(resource, field);
    if (remark?.about === 'order') {
      const { after } = remark;
      const advice = advised(resource, 'Correct one of the two days');
      const judged = { about: 'order', field, after } as const;
      return [
        { name: `order_${field}`, label: `${label} is before ${labelOf(resource, after)}`, advice, judged },
      ];
    }
    const from = remark?.about === 'difference' ? referredBy(remark) : null;
    if (!from) return [];
    const other = labelOf(resource, from.via);
    const property = propertyOfReferred(resource.fields, from);
    return [
      {
        name: `difference_${field}`,
        label: `${label} is not that of the ${other}`,
        advice: advised(resource, `Take that of the ${other}, or choose another one`),
        judged: { about: 'difference', field, via: from.via, from: from.field },
        ...(property && {
          repair: { label: `Take that of the ${other}`, field, value: null, from: property },
        }),
      },
    ];
  });
}

/** The days after which a record is not valid any more. */
export const expiryDays = ({ fields, tones = {} }: Resource): string[] =>
  Object.entries(tones).flatMap(([name, tone]) =>
    tone.about === 'expiry' && Object.hasOwn(fields, name) ? [name] : [],
  );

/** The reference of a model to what replaces its records; null where it has none. */
export function replacementOf(resource: Resource): string | null {
  const found = referencesOf(resource).find(([, { acyclic, target }]) => acyclic && target === resource.name);
  return found?.[0] ?? null;
}

/** The model that a reference or a name of a record leads to. @throws {Error} for a field that leads nowhere */
export function targetOf(registry: Registry, { name, fields }: Resource, field: string): Resource {
  const target = asReference(fields[field])?.target ?? asMention(fields[field])?.target;
  if (target === undefined) throw new Error(`${name}.${field} leads to no record.`);
  return registry.get(target);
}
