import { Group, Pagination, Text } from '@mantine/core';
import { memo } from 'react';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import type { GridPaging } from './types.ts';
import classes from './pager.module.css';

interface PagerProps {
  where: 'top' | 'bottom';
  label: string;
  total: number;
  /** There are more rows than were counted, so at least one further page. */
  isLeast: boolean;
  shown: string;
  paging?: GridPaging;
}

const CONTROLS = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };

/** The shown range and the total, and the links to the other pages; it is above and below the table. */
function PagerPlain({ where, label, total, isLeast, shown, paging }: PagerProps) {
  const pages = paging ? Math.max(1, Math.ceil(total / paging.perPage)) + (isLeast ? 1 : 0) : 1;
  return (
    <Group
      component="nav"
      className={classes.pager}
      data-where={where}
      data-on-paper={where === 'top' || undefined}
      aria-label={`Pages of ${label}, ${where}`}
    >
      <Text size="sm" className={classes.shown}>
        {shown}
      </Text>
      {paging && (
        <Group gap="sm" className={classes.controls}>
          <div className={classes.size}>
            {where === 'bottom' && <span aria-hidden>Rows</span>}
            <ChoiceSelect
              size="xs"
              width={76}
              value={String(paging.perPage)}
              choices={paging.sizes.map((size) => ({ value: String(size), label: String(size) }))}
              aria-label="Rows per page"
              onChange={(size) => paging.onPerPage(Number(size))}
            />
          </div>
          <Pagination
            size="sm"
            total={pages}
            value={Math.min(paging.page, pages)}
            siblings={where === 'top' ? 0 : 1}
            gap={4}
            boundaries={1}
            onChange={paging.onPage}
            getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
            getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
          />
        </Group>
      )}
    </Group>
  );
}

const same = <T extends object>(a: T | undefined, b: T | undefined): boolean =>
  a === b || (!!a && !!b && (Object.keys(a) as (keyof T)[]).every((name) => a[name] === b[name]));

/** It renders only when the place in the list changes, not with every change of the table. */
export const Pager = memo(
  PagerPlain,
  ({ paging, ...before }, { paging: next, ...now }) => same(before, now) && same(paging, next),
);
