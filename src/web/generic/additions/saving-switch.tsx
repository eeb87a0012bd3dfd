import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ComponentType } from 'react';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError } from '#web/data/client.ts';
import { isWaiting } from '#web/data/peer-review.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { recordName } from '../record-title.ts';
import { useMay } from '../use-may.ts';

/** The texts of a switch that saves. */
interface Says {
  /** Said when it was saved; nothing by default. */
  done?: (on: boolean) => string;
  /** Said where it was not saved; what the model says of a change that fails by default. */
  failed?: string;
}

interface SavingSwitchProps extends Says {
  resource: Resource;
  row: RecordRow;
  /** A field that holds true or false. */
  field: string;
  tabIndex: 0 | -1;
}

/** A switch that saves, and what it says. */
export interface Saving extends Says {
  Switch: ComponentType<SavingSwitchProps>;
}

/** A switch in a cell that saves at once, and goes back where that fails. Its code comes with the models that have one. */
export const saving = (says: Says): Saving => ({ ...says, Switch: SavingSwitch });

/** A switch in a cell that saves at once; the last position wins, and where that fails it goes back. */
function SavingSwitch({ resource, row, field, tabIndex, done, failed }: SavingSwitchProps) {
  const queries = useQueryClient();
  const may = useMay(resource);
  const stored = row[field] === true;
  /** Where the person has put it while it is being saved; null: it follows the list. */
  const [put, setPut] = useState<boolean | null>(null);
  const wanted = useRef<boolean | null>(null);

  const save = async () => {
    const known = { on: stored, version: row.lock_version };
    try {
      while (wanted.current !== null && wanted.current !== known.on) {
        const on = wanted.current;
        const { data } = await api.put<RecordAnswer>(`${resourcePath(resource.name)}/${row.id}`, {
          [field]: on,
          lock_version: known.version,
        });
        Object.assign(known, { on, version: data.lock_version });
        if (wanted.current !== on) continue;
        if (done && !isWaiting(data)) noticeSuccess(done(on));
        // The list is fetched anew before the switch follows it again: it never flickers back.
        await queries.invalidateQueries();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: failed ?? resource.messages.updateFailed, reason: error.message });
      await queries.invalidateQueries();
    } finally {
      wanted.current = null;
      setPut(null);
    }
  };
  const flip = (on: boolean) => {
    const isSaving = wanted.current !== null;
    wanted.current = on;
    setPut(on);
    if (!isSaving) void save();
  };
  return (
    <Switch
      size="xs"
      checked={put ?? stored}
      disabled={!may.update}
      aria-busy={put !== null || undefined}
      aria-label={`${resource.fields[field]?.label ?? field} of ${recordName(resource, row)}`}
      tabIndex={tabIndex}
      onChange={(event) => flip(event.currentTarget.checked)}
    />
  );
}
