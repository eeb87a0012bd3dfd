import { useOwnRows } from '#web/data/use-session.ts';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import AccountAccessPart from '../directory/account-access.tsx';
import { LifeCard } from './life-card.tsx';

/** What the page of an account has below its values: its life, and who reaches it. */
export default function AccountBelow(props: RecordScreenProps) {
  const ownOnly = useOwnRows();
  return (
    <>
      {!ownOnly && <LifeCard {...props} />}
      <AccountAccessPart {...props} />
    </>
  );
}
