import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { SelectionPreview } from '#calls/selections.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped, listed } from '#kernel/written.ts';
import classes from './bulk.module.css';

const shownOr = (shown: string | null) => shown ?? 'None';

interface ChangePreviewProps {
  resource: Resource;
  preview: SelectionPreview;
  onFollow: () => void;
}

/** What a change would do: by field from which values to what, how many stay as they are, and which records refuse and why. */
export function ChangePreview({ resource, preview, onFollow }: ChangePreviewProps) {
  const { fields, refused, refused_total: total, second_person: second } = preview;
  const region = useRef<HTMLDivElement>(null);
  // What had the focus, an input, is gone; the keyboard goes on from here to the buttons.
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} className={classes.preview} role="region" aria-label="What would change" tabIndex={-1}>
      {fields.map((field) => (
        <FieldPreview key={field.field} of={field} />
      ))}
      {second && (
        <Text size="sm">A second person approves {listed(second)}, so all of this waits for them.</Text>
      )}
      {total > 0 && (
        <section>
          <Text fw={600} size="sm" c="var(--bad)">
            {grouped(total)} would refuse, so none would be changed
          </Text>
          <ul className={classes.refused}>
            {refused.map(({ id, name, error }) => (
              <li key={id}>
                <Link
                  to="/auth/$action/$model/$modelId"
                  params={{ action: 'view', model: resource.name, modelId: String(id) }}
                  onClick={onFollow}
                  className={classes.link}
                >
                  {name}
                </Link>
                <Text size="sm">{error}</Text>
              </li>
            ))}
            {total > refused.length && <li>and {grouped(total - refused.length)} more</li>}
          </ul>
        </section>
      )}
    </div>
  );
}

function FieldPreview({ of }: { of: SelectionPreview['fields'][number] }) {
  const { label, to, from, other_values: others, changed, same } = of;
  return (
    <section aria-label={label}>
      <Text fw={600} size="sm">
        {label}: {grouped(changed)} {changed === 1 ? 'changes' : 'change'}
        {same > 0 && `, ${grouped(same)} ${same === 1 ? 'has' : 'have'} it already`}
      </Text>
      <ul className={classes.changes}>
        {from.map(({ shown, count }) => (
          <li key={shownOr(shown)}>
            <span>
              {shownOr(shown)} <span aria-label="becomes">→</span> <b>{shownOr(to)}</b>
            </span>
            <span className={classes.number}>{grouped(count)}</span>
          </li>
        ))}
        {others > 0 && (
          <li>
            {grouped(others)} further {others === 1 ? 'value' : 'values'}
          </li>
        )}
      </ul>
    </section>
  );
}
