import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface HintProps {
  at: RefObject<HTMLElement | null>;
  text: string;
  opened: boolean;
}

/** Further facts about an element; the code comes with what places it in the window. */
export const Hint = ({ at, text, opened }: HintProps) => (
  <Tooltip target={at} label={text} opened={opened} multiline maw={360} />
);
