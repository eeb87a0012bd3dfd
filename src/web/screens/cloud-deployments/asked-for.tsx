import { useQueries } from '@tanstack/react-query';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { choicesQuery, choiceLabel } from '#web/generic/clouds/choices.ts';
import { textOf } from '#web/generic/inputs/input-props.ts';
import { Facts } from './facts.tsx';

interface AskedForProps {
  /** What kind of request it was; undefined for what is no account, such as a product. */
  request: CloudRequest | undefined;
  /** What was asked for, as it was checked. */
  values: Values;
}

/** What was asked for, under the labels of its form, with names in place of what a cloud calls its parts. */
export function AskedFor({ request, values }: AskedForProps) {
  // As the form has them; what was kept has no order.
  const asked = request?.groups.flatMap(({ fields }) => fields) ?? [];
  const names = [...new Set([...asked, ...Object.keys(values)])];
  const told = useToldNames(request);
  const facts = names.flatMap((name): [string, string][] => {
    const field = request?.fields[name];
    const value = values[name];
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty) return [];
    const shown = told(name, value) ?? wordsOf(value);
    return [[field?.label ?? labelOf(name), shown]];
  });
  return <Facts facts={facts} />;
}

/** What a cloud calls the parts that were chosen of it, such as a folder; null where nobody has to look it up. */
function useToldNames(request: CloudRequest | undefined) {
  const looked = Object.entries(request?.choices ?? {}).flatMap(([name, source]) =>
    'path' in source ? [{ name, path: source.path }] : [],
  );
  const answers = useQueries({ queries: looked.map(({ path }) => choicesQuery(path)) });
  return (name: string, value: unknown): string | null => {
    const at = looked.findIndex((one) => one.name === name);
    return at < 0 ? null : choiceLabel(answers[at]?.data, textOf(value));
  };
}

const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordsOf).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : textOf(value);

/** A name in the words of a label: `product_name` is 'Product name'. */
const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
