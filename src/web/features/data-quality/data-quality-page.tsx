import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { countBroken, type QualityCount } from '#calls/quality.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { queryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { useMay } from '#web/generic/use-may.ts';
import { Card } from '#web/ui/card.tsx';
import { grouped } from '#kernel/written.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { brokenSearch } from './broken-search.ts';
import classes from './data-quality.module.css';

const RepairDialog = lateDialog(
  async () => ({ default: (await import('./repair-dialog.tsx')).RepairDialog }),
  ({ onClose }) => onClose(),
);

/** /auth/data-quality: every rule that records break, with the records and the way to mend them. */
export function DataQualityPage({ registry }: { registry: Registry }) {
  const load = useLoad(queryOf(countBroken, {}));
  return (
    <>
      <PageHeader
        title="Data Quality"
        description="What is wrong with records by today’s rules. Each number leads to exactly these records."
      />
      <Loaded load={load} failed="The records could not be looked through" height={240}>
        {(counts) => {
          const broken = counts.filter(({ count }) => count > 0);
          const kept = counts.filter(({ count }) => count === 0);
          return (
            <>
              {broken.length === 0 && (
                <EmptyState title="Nothing is wrong">Every record keeps every rule of its model.</EmptyState>
              )}
              <div className={classes.models}>
                {byModel(registry, broken).map(([resource, rules]) => (
                  <Broken key={resource.name} resource={resource} rules={rules} />
                ))}
              </div>
              {kept.length > 0 && <Kept rules={byModel(registry, kept)} count={kept.length} />}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

type OfModel = [resource: Resource, rules: QualityCount[]];

const byModel = (registry: Registry, counts: readonly QualityCount[]): OfModel[] =>
  [...Map.groupBy(counts, ({ model }) => model)].map(([model, rules]) => [registry.get(model), rules]);

/** The rules that records of one model break, the most broken first. */
function Broken({ resource, rules }: { resource: Resource; rules: readonly QualityCount[] }) {
  const may = useMay(resource);
  const [repaired, setRepaired] = useState<QualityCount | null>(null);
  const [, many] = resource.label;
  return (
    <Card title={many}>
      <ul className={classes.rules} aria-label={`What is wrong with ${many}`}>
        {rules
          .toSorted((a, b) => b.count - a.count)
          .map((one) => (
            <li key={one.rule} className={classes.rule}>
              <Link
                to="/auth/$action/$model"
                params={{ action: 'view', model: resource.name }}
                search={brokenSearch(one.rule)}
                className={classes.link}
              >
                <b className={classes.count}>{grouped(one.count)}</b> <span>{one.label}</span>
              </Link>
              <div className={classes.mend}>
                {one.repair && may.update ? (
                  <Button size="compact-sm" variant="default" onClick={() => setRepaired(one)}>
                    {one.repair.label}
                  </Button>
                ) : (
                  one.advice
                )}
              </div>
            </li>
          ))}
      </ul>
      <Suspense>
        {repaired?.repair && (
          <RepairDialog
            resource={resource}
            broken={repaired}
            repair={repaired.repair}
            onClose={() => setRepaired(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}

/** The rules that no record breaks, folded: that they are looked after is worth knowing once. */
function Kept({ rules, count }: { rules: readonly OfModel[]; count: number }) {
  return (
    <details className={classes.kept}>
      <summary>
        {grouped(count)} {count === 1 ? 'rule that no record breaks' : 'rules that no record breaks'}
      </summary>
      <dl>
        {rules.map(([{ name, label }, kept]) => (
          <div key={name}>
            <dt>{label[1]}</dt>
            <dd>{kept.map((one) => one.label).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
