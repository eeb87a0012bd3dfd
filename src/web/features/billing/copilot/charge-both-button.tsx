import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';

const ChargeBoth = lateDialog(
  async () => (await Promise.all([import('./charge-both.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);

interface ChargeBothButtonProps {
  /** The id of the run. */
  run: number;
  organization: string;
}

/** The dialog for the reason why Copilot of an organization is charged twice. */
export function ChargeBothButton({ run, organization }: ChargeBothButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Charge both for ${organization === '*' ? 'GitHub Copilot' : organization}`}
        onClick={() => setOpened(true)}
      >
        Charge Both
      </Button>
      <Suspense>
        {opened && <ChargeBoth run={run} organization={organization} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
