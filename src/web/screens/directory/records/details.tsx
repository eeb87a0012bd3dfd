import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { webKindOf } from '#web/generic/kinds/kinds.ts';
import { Card, Facts } from '#web/ui/card.tsx';
import classes from '../directory.module.css';

interface DetailsProps {
  resource: Resource;
  record: RecordRow;
  /** The fields that are shown, in their order. */
  names: readonly string[];
}

/** Values of a record under their labels, apart from those that have a part of their own. */
export function Details({ resource, record, names }: DetailsProps) {
  return (
    <Card title="Details">
      <Facts>
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
                  none={<span className={classes.none}>None</span>}
                />
              </dd>
            </div>
          );
        })}
      </Facts>
    </Card>
  );
}
