import { Button } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { HINT_BELOW } from '#web/generic/inputs/input-props.ts';
import { maxDay, quickRanges } from './spans.ts';
import { IdentifierSelect } from './identifier-select.tsx';
import type { SpendSearch } from './spend.ts';
import { useIdentifier } from './use-identifier.ts';
import classes from './cloud-billing.module.css';

interface SearchFormProps {
  search: SpendSearch;
  busy: boolean;
  onSearch: (search: SpendSearch) => void;
}

/** Which identifier and which days are looked at. */
export function SearchForm({ search, busy, onSearch }: SearchFormProps) {
  const identifier = useIdentifier(search.key);
  const input = useRef<HTMLInputElement>(null);
  const [days, setDays] = useState<[string | null, string | null]>([search.startDate, search.endDate]);
  const [seen, setSeen] = useState(search);
  const [ranges] = useState(quickRanges);
  if (JSON.stringify(search) !== JSON.stringify(seen)) {
    // Whatever changes the address, the Back button too, wins over what is chosen here.
    setSeen(search);
    setDays([search.startDate, search.endDate]);
  }
  const [startDate, endDate] = days;
  const submit = async () => {
    const key = await identifier.settle();
    if (key === null) input.current?.focus();
    else if (startDate && endDate) onSearch({ key, startDate, endDate });
  };
  return (
    <form
      role="search"
      aria-label="Cloud Billing"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={classes.search}>
        <IdentifierSelect ref={input} searched={search.key} chosen={identifier} />
        <DatePickerInput
          type="range"
          label="Date range"
          valueFormat="MMMM D, YYYY"
          allowSingleDateInRange
          value={days}
          onChange={setDays}
          maxDate={maxDay(endDate)}
          description="The date is charged for the previous month."
          inputWrapperOrder={HINT_BELOW}
          presets={ranges}
          weekendDays={[]}
          className={classes.days}
        />
        <Button
          type="submit"
          leftSection={<IconSearch size={16} aria-hidden />}
          loading={busy}
          disabled={!startDate || !endDate}
          className={classes.go}
        >
          Search
        </Button>
      </div>
    </form>
  );
}
