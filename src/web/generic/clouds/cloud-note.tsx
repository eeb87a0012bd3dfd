import { useQuery } from '@tanstack/react-query';
import type { CloudStatus } from '#calls/clouds.ts';
import { cloudName } from '#kernel/clouds.ts';
import type { Cloud } from '#kernel/cloud/cloud-request.ts';
import { cloudsQuery } from '#web/data/clouds.ts';
import { Mark } from '#web/ui/mark.tsx';
import classes from './cloud-note.module.css';

interface CloudNoteProps {
  /** The cloud that the page is about; all of them by default. */
  cloud?: Cloud;
  /** Whether it was simulated then, where the page is about something that is over. */
  simulated?: boolean;
}

/** Which of the clouds that a page is about are simulated, in a few words; nothing until that is known. */
export function CloudNote({ cloud, simulated }: CloudNoteProps) {
  const { data } = useQuery({ ...cloudsQuery(), enabled: simulated !== true });
  if (simulated) return <Mark look="simulated" word="Simulator" reason={REASONS.simulated} />;
  const shown =
    data?.filter((one) => one.refused === null && (cloud === undefined || one.cloud === cloud)) ?? [];
  if (shown.length === 0) return null;
  const simulators = shown.filter((one) => one.simulated);
  const which =
    simulators.length < shown.length ? `: ${simulators.map((one) => cloudName(one.cloud)).join(', ')}` : '';
  return (
    <span className={classes.notes}>
      {simulators.length > 0 && (
        <Mark look="simulated" word={`Simulator${which}`} reason={REASONS.simulated} />
      )}
      {shown
        .filter((one) => !one.simulated)
        .map((one) => (
          <Mark key={one.cloud} look="real" word={placeOf(one, cloud === undefined)} reason={REASONS.real} />
        ))}
    </span>
  );
}

/** Where accounts are made, with the cloud where a page is about several. */
function placeOf({ cloud, name }: CloudStatus, isNamed: boolean): string {
  const where = name ?? 'Real organization';
  return isNamed ? `${cloudName(cloud)}: ${where}` : where;
}

const REASONS = {
  simulated: 'A simulator stands for the cloud: nothing is made outside of this portal.',
  real: 'Accounts are made for real.',
};
