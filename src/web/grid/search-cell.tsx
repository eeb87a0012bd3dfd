import { memo } from 'react';
import type { ColumnSearch } from './types.ts';

interface SearchCellProps {
  header: string;
  search: ColumnSearch;
  value: string;
  onSearch: (key: string, value: string) => void;
}

/** The input above a column. */
function SearchCellPlain({ header, search: { key, Input }, value, onSearch }: SearchCellProps) {
  return <Input label={`Search ${header}`} value={value} onChange={(text) => onSearch(key, text)} />;
}

/** It renders only when its own search changes, not with every change of the table. */
export const SearchCell = memo(SearchCellPlain);
