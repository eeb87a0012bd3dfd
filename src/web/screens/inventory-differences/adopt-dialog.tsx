import { cloudParents } from '#resources/cloud-parents.ts';
import { recordQuery } from '#web/data/queries.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { AdoptDialog as AdoptAccount } from '../cloud-parents/adopt.tsx';

interface AdoptDialogProps {
  /** The id of the account's record. */
  id: number;
  onClose: () => void;
}

/** Adopts the account that a difference is about. */
export default function AdoptDialog({ id, onClose }: AdoptDialogProps) {
  const load = useLoad(recordQuery(cloudParents.name, id));
  if (load.is === 'loaded') return <AdoptAccount about={{ row: load.data }} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="Adopt" centered size="lg">
      <Loaded load={load} failed="The account could not be loaded" height={160}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}
