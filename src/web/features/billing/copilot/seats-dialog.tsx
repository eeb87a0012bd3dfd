import { useState } from 'react';
import { useLoad } from '#web/generic/use-load.ts';
import { SideDialog } from '#web/ui/dialogs/dialog.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import tables from '../tables.module.css';
import { bearersQuery, SEATS_PAGE, type BearersOf } from './copilot.ts';
import { SeatList } from './seat-list.tsx';

interface SeatsDialogProps {
  /** The id of the run. */
  run: number;
  title: string;
  of: BearersOf;
  onClose: () => void;
}

/** The seats as they were when a run was allocated. */
export default function SeatsDialog({ run, title, of, onClose }: SeatsDialogProps) {
  const [page, setPage] = useState(1);
  const load = useLoad(bearersQuery(run, of, page));
  return (
    <SideDialog onClose={onClose} position="right" size="lg" title={title}>
      <Loaded load={load} failed="The seats could not be loaded">
        {({ data, meta: { total } }) => (
          <>
            <p className={tables.soft}>
              {grouped(total)} {total === 1 ? 'part' : 'parts'}, as it was when run {run} was allocated
            </p>
            <SeatList seats={data} />
            <Pages what="seats" page={page} pages={Math.ceil(total / SEATS_PAGE)} onPage={setPage} />
          </>
        )}
      </Loaded>
    </SideDialog>
  );
}
