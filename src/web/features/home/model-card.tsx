import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { ErrorState } from '#web/ui/states.tsx';
import classes from './home-page.module.css';

interface ModelCardProps {
  resource: Resource;
  /** Undefined until it is known. */
  count: number | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** A model with the number of its records; the whole card leads to them. */
export function ModelCard({ resource, count, error, onRetry }: ModelCardProps) {
  const [, many] = resource.label;
  if (error && count === undefined) return <ErrorState error={error} title={many} onRetry={onRetry} />;
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
