import type { ReactNode } from 'react';
import { dayOfInstant } from '#kernel/dates.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { bothTones, toneOf, type Toned } from '#kernel/tones.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { Card, Facts } from '#web/ui/card.tsx';
import { TonedText } from '#web/ui/toned-text.tsx';
import type { Additions } from '../additions/additions.ts';
import { formatMoment } from '#web/ui/moments.ts';
import type { ShownProps } from '../kinds/kind.ts';
import { webKindOf } from '../kinds/kinds.ts';
import classes from './record-screen.module.css';

interface RecordDetailsProps {
  resource: Resource;
  registry: Registry;
  record: RecordRow;
  additions: Additions;
}

/** Every value of a record under its label; a reference leads to the record that it names. */
export function RecordDetails({ resource, registry, record, additions }: RecordDetailsProps) {
  const properties = registry.properties(resource);
  // Properties of the same name say the same: they are there under several names for users of the API.
  const fields = Object.entries(resource.fields).filter(
    ([, { label }], at, all) => all.findIndex(([, other]) => other.label === label) === at,
  );
  const labelOf = (name: string) => properties.get(name)?.label ?? name;
  const tonedAs = (name: string) => toneIn({ resource, record, additions }, name);
  return (
    <Card title="Details">
      <Facts>
        {fields.map(([name, declared]) => (
          <Detail
            key={name}
            label={declared.label}
            name={name}
            // A lookup is shown as the field that it is read from.
            field={properties.get(name)?.field ?? declared}
            value={record[name] ?? null}
            row={record}
            toned={tonedAs(asReference(declared)?.as ?? name) ?? tonedAs(name)}
          />
        ))}
        {additions.columns?.map((column) => (
          <div key={column.id}>
            <dt>{column.header}</dt>
            <dd>
              <InTone toned={column.tone?.(record) ?? null}>{column.text(record) || <None />}</InTone>
            </dd>
          </div>
        ))}
        {resource.source === 'table' && (
          <>
            <Stamp label={labelOf('created_at')} at={record.created_at} />
            <Stamp label={labelOf('updated_at')} at={record.updated_at} />
          </>
        )}
      </Facts>
    </Card>
  );
}

interface DetailProps extends Omit<ShownProps, 'none'> {
  label: string;
  toned: Toned | null;
}

function Detail({ label, toned, ...shown }: DetailProps) {
  const { Shown, wide } = webKindOf(shown.field);
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>
        <InTone toned={toned}>
          <Shown {...shown} none={<None />} />
        </InTone>
      </dd>
    </div>
  );
}

type Shown = Pick<RecordDetailsProps, 'resource' | 'record' | 'additions'>;

/** The meaning of a value: as the model's screens say, else as its declaration does. */
function toneIn({ resource, record, additions }: Shown, name: string): Toned | null {
  const own = additions.cells?.[name]?.tone;
  if (own) return own(record);
  const declared = resource.tones?.[name];
  const field = resource.fields[name];
  return bothTones(
    declared ? toneOf(declared, record[name], dayOfInstant(new Date(), 'local'), record) : null,
    (field && webKindOf(field).tone?.(field, name, record)) ?? null,
  );
}

function InTone({ toned, children }: { toned: Toned | null; children: ReactNode }) {
  if (!toned) return children;
  return (
    <TonedText toned={toned} reason="seen">
      {children}
    </TonedText>
  );
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
