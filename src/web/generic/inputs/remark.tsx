import { useQuery } from '@tanstack/react-query';
import { asReference } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import { comparedWith, judge, referredBy, referredInRow, type Remarked } from '#kernel/remarks.ts';
import type { Resource } from '#kernel/resource.ts';
import { recordQuery } from '#web/data/queries.ts';
import { FieldInput } from '../kinds/field-input.tsx';
import type { InputProps } from './input-props.ts';
import { RemarkNote } from './remark-note.tsx';

interface RemarkedInputProps extends InputProps {
  resource: Resource;
  /** The value of the field that the declared remark compares with. */
  other: unknown;
}

/** The other field that the remark at a field needs; null where nothing is remarked there. */
export function comparedField(resource: Resource, name: string): string | null {
  const remark = resource.remarks?.[name];
  return remark ? comparedWith(remark) : null;
}

/** The input of a field with what is to be remarked about its value, such as an end before the start. */
export function RemarkedInput({ resource, other, ...input }: RemarkedInputProps) {
  const remarked = useRemark(resource, input.name, input.value, other, input.row);
  const remark = remarked && <RemarkNote remarked={remarked} onInstead={input.onChange} />;
  return <FieldInput {...input} remark={remark} />;
}

function useRemark(
  resource: Resource,
  name: string,
  value: unknown,
  other: unknown,
  row: Values | null | undefined,
): Remarked | null {
  const { fields } = resource;
  const remark = resource.remarks?.[name];
  const needed = remark ? referredBy(remark) : null;
  const reference = needed && asReference(fields[needed.via]);
  const id = typeof other === 'number' && other > 0 ? other : null;
  const inRow = needed && row?.[needed.via] === id ? referredInRow(fields, needed, row ?? {}) : undefined;
  const { data } = useQuery({
    ...recordQuery(reference?.target ?? resource.name, id ?? 0),
    enabled: needed !== null && id !== null && inRow === undefined,
    staleTime: 60_000,
    retry: false,
  });
  if (!remark) return null;
  const referred = id === null || !needed ? undefined : (inRow ?? data?.[needed.field]);
  return judge(remark, { fields, name, value, other, referred });
}
