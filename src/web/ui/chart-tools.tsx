import { SegmentedControl } from '@mantine/core';

/** A chart, or the table that says the same in words. */
export type ChartView = 'chart' | 'table';

interface ChartToolsProps {
  /** One at a time is shown; there is no choice of a single one. */
  currencies: readonly string[];
  currency: string;
  onCurrency: (currency: string) => void;
  view: ChartView;
  onView: (view: ChartView) => void;
}

/** The choices above a chart of amounts: their currency, and whether they are a chart or a table. */
export function ChartTools({ currencies, currency, onCurrency, view, onView }: ChartToolsProps) {
  return (
    <>
      {currencies.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Currency"
          data={[...currencies]}
          value={currency}
          onChange={onCurrency}
        />
      )}
      <SegmentedControl<ChartView>
        size="xs"
        aria-label="View"
        data={[
          { value: 'chart', label: 'Chart' },
          { value: 'table', label: 'Table' },
        ]}
        value={view}
        onChange={onView}
      />
    </>
  );
}
