import { Highlight, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { SHORTEST_PART } from '#kernel/search.ts';
import { ErrorState } from '#web/ui/pages/states.tsx';
import type { Option, OptionGroup } from './options.tsx';
import classes from './palette.module.css';
import type { Found } from './use-palette.ts';

interface ResultsProps {
  listId: string;
  found: Found;
  groups: readonly OptionGroup[];
  current: Option | undefined;
  idOf: (option: Option) => string;
  onChoose: (option: Option) => void;
}

/** The lines of the palette, or why there are none. */
export function Results({ listId, found, groups, current, idOf, onChoose }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  const currentId = current && idOf(current);
  useEffect(() => {
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  const words = found.text.split(' ').filter(Boolean);
  const nothing = groups.length === 0 && !found.pending && !found.error;
  return (
    <div className={classes.results}>
      <div ref={list} id={listId} role="listbox" aria-label="Results">
        {groups.map((group) => (
          <div
            key={group.label}
            role="group"
            aria-label={group.label}
            className={classes.group}
            data-stale={group.stale || undefined}
          >
            <div className={classes.heading} aria-hidden>
              {group.label}
            </div>
            {group.options.map((option) => (
              <UnstyledButton
                key={option.key}
                id={idOf(option)}
                role="option"
                aria-selected={option === current}
                aria-disabled={group.stale || undefined}
                data-selected={option === current || undefined}
                tabIndex={-1}
                className={classes.option}
                // The focus stays in the input, which moves among the lines.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(option)}
              >
                <option.icon size={18} aria-hidden className={classes.icon} />
                <span className={classes.name}>
                  <Highlight component="span" highlight={words} className={classes.label}>
                    {option.label}
                  </Highlight>
                  {option.about && (
                    <Highlight component="span" highlight={words} className={classes.about}>
                      {option.about}
                    </Highlight>
                  )}
                </span>
                {option.note && (
                  <Highlight component="span" highlight={words} className={classes.note}>
                    {option.note}
                  </Highlight>
                )}
              </UnstyledButton>
            ))}
          </div>
        ))}
      </div>
      {found.error && (
        <div className={classes.failure}>
          <ErrorState error={found.error} title="The records could not be searched" onRetry={found.retry} />
        </div>
      )}
      {nothing && (
        <div className={classes.nothing}>
          <strong>Nothing found for “{found.text}”</strong>
          <br />
          {found.text.length < SHORTEST_PART
            ? `From ${SHORTEST_PART} letters on, names are searched for any part.`
            : 'Records are found by their identifier, name or email.'}
        </div>
      )}
      {groups.length === 0 && found.pending && <div className={classes.nothing}>Searching…</div>}
    </div>
  );
}
