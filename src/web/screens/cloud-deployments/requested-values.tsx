import { useQueries } from '@tanstack/react-query';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { choicesQuery, choiceLabel } from '#web/generic/clouds/choices.ts';
import { textOf } from '#web/generic/inputs/input-props.ts';
import { Facts } from './facts.tsx';

interface RequestedValuesProps {
  /** The kind of the request; undefined for what is no account, such as a product. */
  request: CloudRequest | undefined;
  /** The values of the request, as they were checked. */
  values: Values;
}

/** The values of a request, under the labels of its form, with names in place of the ids of a cloud. */
export function RequestedValues({ request, values }: RequestedValuesProps) {
  // As the form has them; what was kept has no order.
  const ofForm = request?.groups.flatMap(({ fields }) => fields) ?? [];
  const names = [...new Set([...ofForm, ...Object.keys(values)])];
  const nameOf = useChoiceNames(request);
  const facts = names.flatMap((name): [string, string][] => {
    const field = request?.fields[name];
    const value = values[name];
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty) return [];
    const shown = nameOf(name, value) ?? wordsOf(value);
    return [[field?.label ?? labelOf(name), shown]];
  });
  return <Facts facts={facts} />;
}

/** The names of the parts of a cloud that were chosen, such as a folder; null where nothing has to be looked up. */
function useChoiceNames(request: CloudRequest | undefined) {
  const looked = Object.entries(request?.choices ?? {}).flatMap(([name, source]) =>
    'path' in source ? [{ name, path: source.path }] : [],
  );
  const answers = useQueries({ queries: looked.map(({ path }) => choicesQuery(path)) });
  return (name: string, value: unknown): string | null => {
    const at = looked.findIndex((one) => one.name === name);
    if (at < 0) return null;
    const labels = [value].flat().map((one) => choiceLabel(answers[at]?.data, textOf(one)));
    return labels.join(', ');
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
