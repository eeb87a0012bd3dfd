import { Button } from '@mantine/core';
import { EmptyState, ErrorState } from '#web/ui/pages/states.tsx';
import type { GridProps, GridRow } from '../types.ts';
import classes from '../grid.module.css';

/** The text in place of rows: that loading failed, that nothing matches, or that there are none yet. */
export function NoRows<R extends GridRow>(props: GridProps<R>) {
  const { status, things, search = {}, onClearSearch } = props;
  if (status === 'loading') return null;
  const searched = Object.values(search).some(Boolean);
  return (
    <div className={classes.noRows}>
      {status === 'failed' ? (
        <ErrorState
          title={`The ${things} could not be loaded`}
          error={{ message: props.failure ?? 'Please try again.' }}
          onRetry={props.onRetry}
        />
      ) : searched ? (
        <EmptyState
          title={`No ${things} match`}
          action={
            onClearSearch && (
              <Button size="xs" variant="default" onClick={onClearSearch}>
                Clear search
              </Button>
            )
          }
        >
          Nothing was found with this search.
        </EmptyState>
      ) : (
        <EmptyState title={`No ${things} yet`} />
      )}
    </div>
  );
}
