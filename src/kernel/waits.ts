import { mentionsOf } from './fields/kinds.ts';
import { unknownProperty } from './fields/mention.ts';
import { inSentence, type Resource } from './resource.ts';
import { days, type ToneName } from './tones.ts';

/** Work that waits among the records of a model: those that a filter of its list leaves. */
export interface Wait {
  /** The key of the filter, without its `by_`. */
  filter: string;
  value: string;
  label: string;
  tone: ToneName;
}

/** The work that waits in a model: by its tones, and names that nobody knows. */
export function waitsOf({ tones = {}, fields }: Pick<Resource, 'tones' | 'fields'>): Wait[] {
  const unknown = mentionsOf({ fields }).map(([name, { label }]): Wait => ({
    filter: unknownProperty(name),
    value: 'true',
    label: `Unknown ${inSentence(label)}`,
    tone: 'warning',
  }));
  const toned = Object.entries(tones).flatMap(([filter, tone]): Wait[] => {
    if (tone.about === 'expiry')
      return [
        { filter, value: 'expired', label: 'Expired', tone: 'bad' },
        { filter, value: 'expiring', label: `Expiring within ${days(tone.soonDays)}`, tone: 'warning' },
      ];
    if (tone.about === 'words')
      return Object.entries(tone.words).flatMap(([value, { waits, tone: name }]): Wait[] =>
        waits ? [{ filter, value, label: waits, tone: name }] : [],
      );
    if (tone.about !== 'flag') return [];
    return [tone.whenSet, tone.whenNot].flatMap((side, at) =>
      side?.waits ? [{ filter, value: String(at === 0), label: side.waits, tone: side.tone }] : [],
    );
  });
  return [...toned, ...unknown];
}
