import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { grouped } from '#kernel/written.ts';

/**
 * The first entries of a long list, and a button that shows the others; null where there are none, or no more than one.
 * @param what what they are, as in 'Show 30 more exceptions'
 */
export function useFirst<T>(all: readonly T[], first: number, what: string): [readonly T[], ReactNode] {
  const [whole, setWhole] = useState(false);
  if (whole || all.length <= first + 1) return [all, null];
  return [
    all.slice(0, first),
    <Button key="more" mt="xs" size="xs" variant="subtle" onClick={() => setWhole(true)}>
      Show {grouped(all.length - first)} more {what}
    </Button>,
  ];
}
