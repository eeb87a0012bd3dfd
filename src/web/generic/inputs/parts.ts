export { DateInput } from './date-input.tsx';
export { JsonTextInput } from './json-text-input.tsx';
export { LongTextInput } from './long-text-input.tsx';
export { MentionInput } from './mention-input.tsx';
export { NumberInput } from './number-input.tsx';
export { RefInput } from './ref-input.tsx';
export { RichTextInput } from './rich-text-input.tsx';
export { TextListInput } from './text-list-input.tsx';
