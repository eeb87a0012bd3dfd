import { Button, Select, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxDay, quickRanges } from './spans.ts';
import { identifiersQuery, type SpendSearch } from './spend.ts';
import classes from './cloud-billing.module.css';

const ALL = 'all';
/** So many identifiers are offered at once; typing finds the others. */
const MOST_OFFERED = 100;

interface SearchFormProps {
  search: SpendSearch;
  busy: boolean;
  onSearch: (search: SpendSearch) => void;
}

/** Which identifier and which days are looked at. */
export function SearchForm({ search, busy, onSearch }: SearchFormProps) {
  const { data: identifiers = [] } = useQuery(identifiersQuery());
  const [key, setKey] = useState(search.key);
  const [days, setDays] = useState<[string | null, string | null]>([search.startDate, search.endDate]);
  const [ranges] = useState(quickRanges);
  const [startDate, endDate] = days;
  const known = identifiers.some((one) => one.toLowerCase() === key.toLowerCase());
  const choices = [
    { value: ALL, label: 'All' },
    ...(key !== '' && !known ? [{ value: key, label: key }] : []),
    ...identifiers.filter((one) => one.toLowerCase() !== ALL).map((one) => ({ value: one, label: one })),
  ];
  return (
    <form
      role="search"
      aria-label="Cloud Billing"
      onSubmit={(event) => {
        event.preventDefault();
        if (startDate && endDate) onSearch({ key, startDate, endDate });
      }}
    >
      <div className={classes.search}>
        <Select
          label="Identifier"
          data={choices}
          value={identifiers.find((one) => one.toLowerCase() === key.toLowerCase()) ?? (key || ALL)}
          onChange={(value) => setKey(value === null || value === ALL ? '' : value)}
          searchable
          allowDeselect={false}
          limit={MOST_OFFERED}
          nothingFoundMessage="Nothing of this name was charged."
          className={classes.identifier}
        />
        <DatePickerInput
          type="range"
          label="Date range"
          valueFormat="MMMM D, YYYY"
          allowSingleDateInRange
          value={days}
          onChange={setDays}
          maxDate={maxDay(endDate)}
          presets={ranges}
          weekendDays={[]}
          className={classes.days}
        />
        <Button
          type="submit"
          leftSection={<IconSearch size={16} aria-hidden />}
          loading={busy}
          disabled={!startDate || !endDate}
        >
          Search
        </Button>
      </div>
      <Text size="sm" c="dimmed" mt={6}>
        The date is charged for the previous month.
      </Text>
    </form>
  );
}
