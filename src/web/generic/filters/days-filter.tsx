import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { inWords, type FilterInputProps, type FilterWay } from './filter-way.ts';
import { readTypedSpan, spokenSpan } from './day-span.ts';
import { TypedInput } from './typed-input.tsx';
import classes from './days-filter.module.css';

/** A table has one for each column of days, and most are never opened. */
const DaysPopover = lateDialog(
  async () => ({ default: (await import('./days-popover.tsx')).DaysPopover }),
  ({ onChange }) => onChange(false),
  ({ opened }) => opened,
);
const approach = () => void DaysPopover.fetch().catch(() => undefined);

/** A day, a month, a year, or a range of them: typed, or picked from a calendar. */
function DaysInput({ label, value, onChange }: FilterInputProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const wasOpen = useRef(false);
  const show = (opened: boolean) => {
    if (opened) setUsed(true);
    setOpen(opened);
  };
  return (
    <TypedInput
      label={label}
      description="A day such as 29-Mar-2026, a month such as Mar-2026, a year, or a range such as 1-Mar-2026 – 29-Mar-2026"
      placeholder="DD-MMM-yyyy"
      value={value}
      onChange={onChange}
      show={spokenSpan}
      read={readTypedSpan}
      onMore={() => show(true)}
      tool={
        <span className={classes.tool}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            // The name of the column is that of the input beside it.
            aria-label="Choose days"
            aria-haspopup="dialog"
            aria-expanded={open}
            // Alt+Down opens it from the input, so Tab goes from input to input.
            tabIndex={-1}
            onPointerEnter={approach}
            // A press beside the calendar closes it first, also one on its button.
            onPointerDown={() => {
              wasOpen.current = open;
            }}
            onClick={() => {
              show(!wasOpen.current);
              wasOpen.current = false;
            }}
          >
            <IconCalendar size={14} />
          </ActionIcon>
          <Suspense>
            {used && (
              <DaysPopover
                opened={open}
                onChange={setOpen}
                label={label}
                span={value}
                onPick={(span) => {
                  setOpen(false);
                  onChange(span);
                }}
              />
            )}
          </Suspense>
        </span>
      }
    />
  );
}

export const daysFilter: FilterWay = { room: 'long', Input: DaysInput, Words: inWords(spokenSpan) };
