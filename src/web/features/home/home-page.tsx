import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { countQuery } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import classes from './home-page.module.css';

/** The start page: what there is, how much of it, and the way to it. */
export function HomePage({ models }: { models: readonly Resource[] }) {
  const person = usePerson();
  const firstName = person?.name?.split(' ')[0];
  return (
    <>
      <PageHeader
        title={firstName ? `Good to see you, ${firstName}` : 'Home'}
        description="The reference data that decides who pays for the cloud, and who owns it."
      />
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
        {models.map((resource) => (
          <ModelCard key={resource.name} resource={resource} />
        ))}
      </SimpleGrid>
    </>
  );
}

function ModelCard({ resource }: { resource: Resource }) {
  const { data: count, error, refetch } = useQuery(countQuery(resource.name));
  const [, many] = resource.label;
  if (error) return <ErrorState error={error} title={many} onRetry={() => void refetch()} />;
  return (
    <section className={classes.card}>
      <h2 className={classes.name}>{many}</h2>
      {count === undefined ? (
        <Skeleton height={44} width={96} my={4} />
      ) : (
        <Text className={classes.count}>{count.toLocaleString('en')}</Text>
      )}
      <Link
        to="/auth/$action/$model"
        params={{ action: 'view', model: resource.name }}
        className={classes.link}
      >
        View Details
        <span className={classes.hidden}> of {many}</span>
        <IconArrowRight size={16} aria-hidden />
      </Link>
    </section>
  );
}
