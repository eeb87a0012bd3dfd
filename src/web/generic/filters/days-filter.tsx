import { ActionIcon, Loader, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { late } from '#web/ui/late.tsx';
import { inWords, type FilterInputProps, type FilterWay } from './filter-way.ts';
import { readTypedSpan, spokenSpan } from './day-span.ts';
import { TypedInput } from './typed-input.tsx';

/** The calendar comes when it is first opened. */
const SpanCalendar = late(() => import('./span-calendar.tsx'));

/** A day, a month, a year, or a range of them: typed, or picked from a calendar. */
function DaysInput({ label, value, onChange }: FilterInputProps) {
  const [open, setOpen] = useState(false);
  return (
    <TypedInput
      label={label}
      description="A day such as 29-Mar-2026, a month such as Mar-2026, a year, or a range such as 1-Mar-2026 – 29-Mar-2026"
      placeholder="DD-MMM-yyyy"
      value={value}
      onChange={onChange}
      show={spokenSpan}
      read={readTypedSpan}
      onMore={() => setOpen(true)}
      tool={
        <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" withinPortal trapFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              // The name of the column is that of the input beside it.
              aria-label="Choose days"
              // Alt+Down opens it from the input, so Tab goes from input to input.
              tabIndex={-1}
              onClick={() => setOpen(!open)}
            >
              <IconCalendar size={14} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={`Days for ${label}`}>
            <Suspense fallback={<Loader size="sm" />}>
              <SpanCalendar
                span={value}
                onPick={(span) => {
                  setOpen(false);
                  onChange(span);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

export const daysFilter: FilterWay = { room: 'long', Input: DaysInput, Words: inWords(spokenSpan) };
