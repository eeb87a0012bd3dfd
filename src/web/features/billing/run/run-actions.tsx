import { Button } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import type { Run } from '#calls/runs.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { lacksQuery, OPTION_NAMES } from '../finalize-options.ts';
import { Obstacles, useObstacles } from './obstacles.tsx';

const Allocate = lateDialog(
  () => import('./allocate.tsx'),
  ({ onClose }) => onClose(),
);
const Finalize = lateDialog(
  () => import('./finalize.tsx'),
  ({ onClose }) => onClose(),
);
const Reverse = lateDialog(
  () => import('./reverse.tsx'),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(Finalize.fetch);

/** The actions on a run as a whole, for those who may. */
export function RunActions({ run }: { run: Run }) {
  const [opened, setOpened] = useState<'allocate' | 'finalize' | 'reverse' | null>(null);
  const { state, options } = run;
  const close = () => setOpened(null);
  const why = useId();
  const obstacles = useObstacles(run);
  const isFinal = state === 'final';
  const { data: lacks } = useQuery(lacksQuery);
  const left =
    lacks !== undefined &&
    OPTION_NAMES.some(
      (name) =>
        !(name in lacks) && !options.some((option) => option.name === name && option.state === 'done'),
    );
  const isOpen = state === 'ready' || state === 'needs_review';
  const finalizes = isOpen || (isFinal && left);
  return (
    <>
      {isOpen && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => setOpened('allocate')}
        >
          Allocate Anew
        </Button>
      )}
      {isFinal && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setOpened('reverse')}
        >
          Reverse
        </Button>
      )}
      {finalizes && (
        <Button
          variant={state === 'ready' ? undefined : 'default'}
          leftSection={<IconChecks size={16} aria-hidden />}
          disabled={obstacles.length > 0}
          aria-describedby={why}
          onPointerEnter={() => void Finalize.fetch().catch(() => undefined)}
          onClick={() => setOpened('finalize')}
        >
          Finalize
        </Button>
      )}
      {isOpen && <Obstacles run={run} of={obstacles} id={why} />}
      <Suspense>
        {opened === 'allocate' && <Allocate run={run} onClose={close} />}
        {opened === 'finalize' && <Finalize run={run} onClose={close} />}
        {opened === 'reverse' && <Reverse run={run} onClose={close} />}
      </Suspense>
    </>
  );
}
