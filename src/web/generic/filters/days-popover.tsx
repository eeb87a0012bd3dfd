import { Loader, Popover } from '@mantine/core';
import { Suspense } from 'react';
import { keepFocus } from '#web/ui/focus/keep-focus.ts';
import { late } from '#web/ui/pages/late.tsx';
import classes from './days-filter.module.css';

/** The calendar comes when it is first opened. */
const SpanCalendar = late(() => import('./span-calendar.tsx'));

interface DaysPopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  label: string;
  /** The word of the filter; empty for none. */
  span: string;
  onPick: (span: string) => void;
}

/** The calendar of a filter by days, at the button beside it. */
export function DaysPopover({ opened, onChange, label, span, onPick }: DaysPopoverProps) {
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <span className={classes.spot} />
      </Popover.Target>
      <Popover.Dropdown aria-label={`Days for ${label}`} onFocusCapture={keepFocus}>
        <Suspense fallback={<Loader size="sm" />}>
          <SpanCalendar span={span} onPick={onPick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
