import type { RichTextField } from '#kernel/fields/rich-text.ts';
import { textFilter } from '../filters/text-filter.tsx';
import { LateInput } from './editing.ts';
import { FormattedText } from './formatted-text.tsx';
import type { WebKind } from './kind.ts';
import { plainKind, wordyColumn } from './shown.tsx';

export const richTextKind: WebKind<RichTextField> = {
  ...plainKind,
  Input: LateInput,
  wide: () => true,
  filter: () => textFilter,
  column: () => wordyColumn(220),
  Shown: ({ value, none }) =>
    typeof value === 'string' && value !== '' ? <FormattedText html={value} /> : none,
};
