import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { useState } from 'react';
import type { JsonTextField } from '#kernel/fields/json-text.ts';
import { textOf, type InputProps } from './input-props.ts';
import { LongTextInput } from './long-text-input.tsx';

/** CommaExpected → comma expected */
const spoken = (code: string) => code.replaceAll(/(?<!^)([A-Z])/g, ' $1').toLowerCase();

/** Where a text ceases to be JSON: `line 3, column 5: comma expected`; null for JSON. */
export function jsonFault(text: string): string | null {
  const faults: ParseError[] = [];
  parse(text, faults, { disallowComments: true, allowTrailingComma: false });
  const [first] = faults;
  if (!first) return null;
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  return `line ${before.length}, column ${column}: ${spoken(printParseErrorCode(first.error))}`;
}

/** JSON as it was written. Once the input is left, what is wrong with it is shown with its line. */
export function JsonTextInput(props: InputProps<JsonTextField>) {
  const [left, setLeft] = useState<string | null>(null);
  const text = textOf(props.value);
  const judged = text.trim() !== '' && (props.error || left === text);
  const fault = judged ? jsonFault(text) : null;
  const error = fault ? `${props.field.label} is no JSON, ${fault}.` : props.error;
  return <LongTextInput {...props} error={error} mono onBlur={() => setLeft(text)} />;
}
