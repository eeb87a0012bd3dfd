import type { ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { webKindOf } from '#web/generic/kinds/kinds.ts';
import screen from '#web/generic/record/record-screen.module.css';
import { Card } from './part.tsx';

interface FactsProps {
  resource: Resource;
  record: RecordRow;
  /** The fields that are shown, in their order. */
  names: readonly string[];
  /** Below them. */
  children?: ReactNode;
}

/** Values of a record under their labels, apart from those that have a part of their own. */
export function Facts({ resource, record, names, children }: FactsProps) {
  return (
    <Card title="Details">
      <dl className={screen.details}>
        {names.map((name) => {
          const field = resource.fields[name];
          if (!field) return null;
          const { Shown } = webKindOf(field);
          return (
            <div key={name}>
              <dt>{field.label}</dt>
              <dd>
                <Shown
                  field={field}
                  name={name}
                  value={record[name] ?? null}
                  row={record}
                  none={<span className={screen.none}>None</span>}
                />
              </dd>
            </div>
          );
        })}
      </dl>
      {children}
    </Card>
  );
}
