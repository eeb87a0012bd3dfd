import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { countQuery } from '#web/data/queries.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { dataOf } from '#web/ui/loaded.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import classes from './home-page.module.css';

/** A model with the number of its records; the whole card leads to them. */
export function ModelCard({ resource }: { resource: Resource }) {
  const [, many] = resource.label;
  const load = useLoad(countQuery(resource.name));
  if (load.is === 'failed') return <ErrorState error={load.error} title={many} onRetry={load.retry} />;
  const count = dataOf(load);
  return (
    <section className={classes.card}>
      <h3 className={classes.name}>{many}</h3>
      {count === undefined ? (
        <Skeleton className={classes.pending} />
      ) : (
        <p className={classes.count}>{count.toLocaleString('en')}</p>
      )}
      <Link
        to="/auth/$action/$model"
        params={{ action: 'view', model: resource.name }}
        className={classes.link}
      >
        View Details
        <VisuallyHidden> of {many}</VisuallyHidden>
        <IconArrowRight size={16} aria-hidden />
      </Link>
    </section>
  );
}
