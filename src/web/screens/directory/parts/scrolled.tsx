import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrolledProps {
  /** Its content, for screen readers. */
  label: string;
  /** The most height, as CSS has it. */
  most?: string;
  className?: string;
  children: ReactNode;
}

/** Something that may be wider or higher than its place; it is scrolled by the keyboard too. */
export function Scrolled({ label, most, className, children }: ScrolledProps) {
  return (
    <ScrollArea.Autosize
      type="auto"
      mah={most}
      className={className}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      {children}
    </ScrollArea.Autosize>
  );
}
