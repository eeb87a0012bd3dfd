import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ownersSee } from '#kernel/owned.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { useOwnRows } from '#web/data/use-session.ts';
import { countQuery } from '#web/data/queries.ts';
import { grouped } from '#kernel/written.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { useLoad } from '../use-load.ts';
import { Card } from '#web/ui/card.tsx';
import links from '#web/ui/plain-link.module.css';
import classes from './record-screen.module.css';

interface RecordReferencesProps {
  resource: Resource;
  registry: Registry;
  id: number;
}

/** Who refers to the record or names it, and how many; each count leads to the list of exactly those. */
export function RecordReferences({ resource, registry, id }: RecordReferencesProps) {
  const ownOnly = useOwnRows();
  const references: Use[] = [
    ...registry.referencesTo(resource).map(({ from, field, ref }) => ({ from, by: field, label: ref.label })),
    ...registry.mentionsIn(resource).map(({ from, mention: { as, label } }) => ({ from, by: as, label })),
  ];
  const shown = ownOnly ? references.filter(({ from }) => ownersSee(from)) : references;
  if (shown.length === 0) return null;
  return (
    <Card title="Used by">
      <ul className={classes.references}>
        {shown.map((reference) => (
          <ReferenceCount
            key={`${reference.from.name} ${reference.by}`}
            reference={reference}
            id={id}
            alone={references.filter(({ from }) => from === reference.from).length === 1}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Another model whose records refer to the record, or name it. */
interface Use {
  from: Resource;
  /** The key of the filter that finds them, without its `by_`. */
  by: string;
  label: string;
}

interface ReferenceCountProps {
  reference: Use;
  id: number;
  /** Whether the model refers here through one field only, which then needs no mention. */
  alone: boolean;
}

function ReferenceCount({ reference: { from, by, label: as }, id, alone }: ReferenceCountProps) {
  const filter = { [`by_${by}`]: String(id) };
  const load = useLoad(countQuery(from.name, filter));
  const count = dataOf(load);
  const label = alone ? from.label[1] : `${from.label[1]}, as ${as}`;
  if (load.is === 'failed')
    return (
      <li>
        <ErrorState error={load.error} title={label} onRetry={load.retry} />
      </li>
    );
  return (
    <li>
      {count ? (
        <Link
          to="/auth/$action/$model"
          params={{ action: 'view', model: from.name }}
          search={filter}
          className={links.link}
        >
          {label}
        </Link>
      ) : (
        <span>{label}</span>
      )}
      {count === undefined ? <Skeleton width={28} height={20} /> : <span>{grouped(count)}</span>}
    </li>
  );
}
