import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { NO_ACCOUNT } from '#kernel/billing/places.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Cell } from '../cell.tsx';
import { RecordLink } from '../chain.tsx';
import { HeadedTable } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import type { KeptPlace } from './rules.ts';
import tables from '../tables.module.css';

const RemovePlace = lateDialog(
  () => import('./remove-place.tsx'),
  ({ onClose }) => onClose(),
);

const HEADS = ['Place', 'Charged To'];
const REMOVE = { label: 'Remove', hidden: true };

/** Who pays for purchases and usage without an account, place by place, and the way to take one of them back. */
export function KeptPlaces({ places, may }: { places: readonly KeptPlace[]; may: boolean }) {
  const [removed, setRemoved] = useState<KeptPlace | null>(null);
  if (places.length === 0) return null;
  return (
    <Part title="Kept Places" count={places.length}>
      <HeadedTable label="Kept Places" heads={may ? [...HEADS, REMOVE] : HEADS}>
        {places.map((one) => {
          const { place, cost_center_id: id, cost_center: called } = one;
          const name = place.slice(NO_ACCOUNT.length);
          return (
            <tr key={place}>
              <th scope="row" className={tables.account}>
                {name}
              </th>
              <Cell label="Charged To">
                {called === null ? (
                  'A cost center that is not there any more'
                ) : (
                  <RecordLink model="cost_centers" id={id} text={called} />
                )}
              </Cell>
              {may && (
                <td className={tables.number}>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Remove ${name}`}
                    onClick={() => setRemoved(one)}
                  >
                    Remove
                  </Button>
                </td>
              )}
            </tr>
          );
        })}
      </HeadedTable>
      <Suspense>{removed && <RemovePlace kept={removed} onClose={() => setRemoved(null)} />}</Suspense>
    </Part>
  );
}
