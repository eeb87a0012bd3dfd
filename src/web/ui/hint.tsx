import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface HintProps {
  at: RefObject<HTMLElement | null>;
  text: string;
  opened: boolean;
}

/** What more there is to know, beside what it is about; it comes with what places it in the window. */
export const Hint = ({ at, text, opened }: HintProps) => (
  <Tooltip target={at} label={text} opened={opened} multiline maw={360} />
);
