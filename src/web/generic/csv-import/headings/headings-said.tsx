import { Anchor, Text } from '@mantine/core';
import type { FileReading } from '#kernel/csv/csv-import.ts';
import type { Said, SaidWhy } from './kept-headings.ts';

interface HeadingsSaidProps {
  reading: FileReading;
  /** A column that every row needs is missing: another heading may be what it is. */
  lacks: boolean;
  said: Said;
  /** They are to be chosen otherwise. */
  onChange: () => void;
}

const WHYS: readonly SaidWhy[] = ['as last time', 'short spelling', 'chosen here'];
const WORDS: Readonly<Record<SaidWhy, string>> = {
  'as last time': 'As last time',
  'short spelling': 'By short spelling',
  'chosen here': 'As chosen here',
};

/** What headings are taken for that only a person could know, in a line. */
export function HeadingsSaid({ reading, said, lacks, onChange }: HeadingsSaidProps) {
  const parts = WHYS.flatMap((why) => {
    const named = reading.headings.filter(({ heading, by }) => by === 'said' && said.why[heading] === why);
    if (named.length === 0) return [];
    const takes = named.map(({ heading, takes: header }) =>
      header === null
        ? `${heading} is left out`
        : `${heading} is ${reading.columns.find((column) => column.header === header)?.label ?? header}`,
    );
    return [`${WORDS[why]}: ${takes.join(', ')}.`];
  });
  if (parts.length === 0 && !lacks) return null;
  return (
    <Text size="sm">
      {parts.join(' ')}{' '}
      <Anchor component="button" type="button" inherit onClick={onChange}>
        Change the headings
      </Anchor>
    </Text>
  );
}
