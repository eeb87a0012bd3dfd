import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listQuery } from '#web/data/queries.ts';
import { inputBasics, textOf, type InputProps } from '#web/generic/inputs/input-props.ts';
import { NotOffered } from '#web/generic/inputs/remark-note.tsx';
import { keepKeysInside } from '#web/generic/inputs/keys.ts';

/** More categories than texts in so many pages would be no help to choose from. */
const LOOKED_AT = 1000;

/** A category: those in use are offered, and a new one is typed. */
function CategoryInput({ model, ...props }: InputProps & { model: string }) {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({
    ...listQuery(model, { page: 1, per_page: LOOKED_AT, sort: 'category' }),
    enabled: open,
    staleTime: 30_000,
  });
  const inUse = new Set(data?.data.map(({ category }) => textOf(category)).filter((name) => name !== ''));
  return (
    <Autocomplete
      openOnFocus={!props.takesFocus}
      {...inputBasics({ ...props, remark: error && <NotOffered names="Categories" error={error} /> })}
      placeholder="Choose one or type a new one"
      value={textOf(props.value)}
      onChange={props.onChange}
      onDropdownOpen={() => setOpen(true)}
      onKeyDown={keepKeysInside}
      data={[...inUse]}
    />
  );
}

export const FaqCategoryInput = (props: InputProps) => <CategoryInput {...props} model="faqs" />;
export const TermCategoryInput = (props: InputProps) => <CategoryInput {...props} model="glossaries" />;
