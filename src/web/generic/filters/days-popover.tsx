import { Loader, Popover } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { late } from '#web/ui/late.tsx';

/** The calendar comes when it is first opened. */
const SpanCalendar = late(() => import('./span-calendar.tsx'));

interface DaysPopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  label: string;
  /** The word of the filter; empty for none. */
  span: string;
  onPick: (span: string) => void;
  /** What it opens at. */
  button: ReactNode;
}

/** The calendar of a filter by days, at its button. */
export function DaysPopover({ opened, onChange, label, span, onPick, button }: DaysPopoverProps) {
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={`Days for ${label}`}>
        <Suspense fallback={<Loader size="sm" />}>
          <SpanCalendar span={span} onPick={onPick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
