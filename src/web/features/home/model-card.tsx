import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import { dataOf, type Load } from '#web/ui/loaded.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import classes from './home-page.module.css';

interface ModelCardProps {
  resource: Resource;
  /** Any page of the model's list. */
  list: Load<ListAnswer>;
}

/** A model with the number of its records; the whole card leads to them. */
export function ModelCard({ resource, list }: ModelCardProps) {
  const [, many] = resource.label;
  if (list.is === 'failed') return <ErrorState error={list.error} title={many} onRetry={list.retry} />;
  const count = dataOf(list)?.meta.total;
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
