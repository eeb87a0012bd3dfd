import { Link } from '@tanstack/react-router';
import type { Field } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { formatMoment } from '#web/ui/moments.ts';
import classes from './record-screen.module.css';

interface RecordDetailsProps {
  resource: Resource;
  registry: Registry;
  record: RecordRow;
}

/** Every value of a record under its label; a reference leads to the record that it names. */
export function RecordDetails({ resource, registry, record }: RecordDetailsProps) {
  const properties = registry.properties(resource);
  return (
    <section className={classes.card} aria-labelledby="record-details">
      <h2 id="record-details">Details</h2>
      <dl className={classes.details}>
        {Object.entries(resource.fields).map(([name, declared]) => (
          <div key={name}>
            <dt>{declared.label}</dt>
            <dd>
              <Value
                name={name}
                declared={declared}
                field={properties.get(name)?.field ?? declared}
                record={record}
              />
            </dd>
          </div>
        ))}
        {resource.source === 'table' && (
          <>
            <Stamp label="Created" at={record.created_at} />
            <Stamp label="Updated" at={record.updated_at} />
          </>
        )}
      </dl>
    </section>
  );
}

interface ValueProps {
  name: string;
  /** The field as the model declares it. */
  declared: Field;
  /** The field that holds the value, which a looked-up one borrows from another model. */
  field: Field;
  record: RecordRow;
}

function Value({ name, declared, field, record }: ValueProps) {
  if (declared.kind === 'ref') {
    const target = record[name];
    const shown = record[declared.as];
    if (typeof target !== 'number') return <None />;
    return (
      <Link
        to="/auth/$action/$model/$modelId"
        params={{ action: 'view', model: declared.target, modelId: String(target) }}
        className={classes.link}
      >
        {typeof shown === 'string' && shown !== '' ? shown : `Record ${target}`}
      </Link>
    );
  }
  return formatValue(field, record[name]) || <None />;
}

function None() {
  return <span className={classes.none}>None</span>;
}

function Stamp({ label, at }: { label: string; at: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <time dateTime={at}>{formatMoment(at)}</time>
      </dd>
    </div>
  );
}
