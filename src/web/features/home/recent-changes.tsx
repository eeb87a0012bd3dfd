import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { recordTitle } from '#web/generic/record-title.ts';
import { formatMoment } from '#web/ui/moments.ts';
import classes from './home-page.module.css';

interface RecentChangesProps {
  /** The newest first. */
  latest: { resource: Resource; record: RecordRow }[];
  loading: boolean;
  /** How many lines to keep room for while they are loading. */
  size: number;
}

/** The records that were added or changed last, whatever their model. */
export function RecentChanges({ latest, loading, size }: RecentChangesProps) {
  if (!loading && latest.length === 0) return null;
  return (
    <section aria-labelledby="recent-changes">
      <h2 id="recent-changes" className={classes.heading}>
        Recently changed
      </h2>
      <ul className={classes.recent}>
        {loading
          ? Array.from({ length: size }, (_, at) => (
              <li key={at}>
                <Skeleton height={20} />
              </li>
            ))
          : latest.map(({ resource, record }) => (
              <li key={`${resource.name} ${record.id}`}>
                <Link
                  to="/auth/$action/$model/$modelId"
                  params={{ action: 'view', model: resource.name, modelId: String(record.id) }}
                >
                  {recordTitle(resource, record)}
                </Link>
                <span>{resource.label[0]}</span>
                <time dateTime={record.updated_at}>{formatMoment(record.updated_at)}</time>
              </li>
            ))}
      </ul>
    </section>
  );
}
