import { Alert, Button } from '@mantine/core';
import { IconFiles, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { BillPart } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import { grouped, listed } from '#kernel/written.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import { PLACES } from './places.ts';
import tables from '../tables.module.css';

const AddPart = lateDialog(
  () => import('./add-part.tsx'),
  ({ onClose }) => onClose(),
);

const RemoveAmortised = lateDialog(
  () => import('./remove-amortised.tsx'),
  ({ onClose }) => onClose(),
);

/** So many names are listed in a sentence. */
const MOST_LISTED = 5;

/** The parts of a run's bill that a manifest names and nobody has sent. */
export const missingOf = ({ parts }: Pick<Run, 'parts'>): string[] =>
  parts.flatMap(({ name, state }) => (state === 'missing' ? [name] : []));

/** Says which parts are missing, without which the run cannot be ready. */
export function MissingParts({ run }: { run: Run }) {
  const missing = missingOf(run);
  const named = missing.slice(0, MOST_LISTED);
  if (missing.length > MOST_LISTED) named.push(`${grouped(missing.length - MOST_LISTED)} more`);
  return (
    <Alert
      id={PLACES.missing}
      color="yellow"
      variant="light"
      icon={<IconFiles aria-hidden />}
      title={missing.length === 1 ? 'A part is missing' : `${grouped(missing.length)} parts are missing`}
    >
      The manifest names {listed(named)}. The run is ready once {missing.length === 1 ? 'it is' : 'they are'}{' '}
      here.
    </Alert>
  );
}

/** The parts of a run's bill, each with its rows and what it comes to. */
export function Parts({ run, mayAdd }: { run: Run; mayAdd: boolean }) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  const removable = mayAdd && run.parts.some(({ addition }) => addition !== null);
  return (
    <Part
      title="Parts"
      count={run.parts.length}
      action={
        mayAdd && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add a Part
          </Button>
        )
      }
    >
      <HeadedTable
        label="Parts"
        heads={[
          'Part',
          numbers('Rows'),
          numbers('Sum'),
          ...(removable ? [{ label: 'Remove', hidden: true }] : []),
        ]}
      >
        {run.parts.map((part, at) => (
          <tr key={`${at} ${part.name}`}>
            <th scope="row" className={tables.address}>
              {part.name}
              {part.state === 'repeated' && (
                <span className={tables.soft}>the same as {part.same_as}, byte by byte: it counts once</span>
              )}
              {part.amortised && (
                <span className={tables.soft}>
                  amortised costs: commitments are split by it, and nothing is booked
                </span>
              )}
            </th>
            <Cell label="Rows" number>
              {part.state === 'read' && grouped(part.rows)}
            </Cell>
            <Cell label="Sum" number>
              <PartSum part={part} />
            </Cell>
            {removable && (
              <td className={tables.number}>
                {part.addition !== null && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Remove ${part.name}`}
                    onClick={() => setRemoving(part.addition)}
                  >
                    Remove
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </HeadedTable>
      <Suspense>
        {isAdding && <AddPart run={run} onClose={() => setAdding(false)} />}
        {removing !== null && (
          <RemoveAmortised run={run} addition={removing} onClose={() => setRemoving(null)} />
        )}
      </Suspense>
    </Part>
  );
}

function PartSum({ part: { state, totals } }: { part: BillPart }) {
  if (state === 'missing') return <StateBadge word="Missing" color="yellow" />;
  if (state === 'repeated') return <StateBadge word="Repeated" color="gray" />;
  return totals.map(({ amount, currency }) => <Money key={currency} amount={amount} currency={currency} />);
}
