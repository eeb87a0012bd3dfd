import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ReportForm } from './report-dialog.tsx';

interface ReportChoiceProps {
  title: string;
  /** What can be asked for, the first one by default. */
  choices: readonly { label: string; report: Report; start?: Values }[];
  /** The label of the one that it begins with. */
  first?: string;
  onClose: () => void;
}

/** One dialog for several reports about the same records. */
export function ReportChoice({ title, choices, first, onClose }: ReportChoiceProps) {
  const [chosen, setChosen] = useState(first ?? choices[0]?.label ?? '');
  const [busy, setBusy] = useState(false);
  const choice = choices.find(({ label }) => label === chosen);
  return (
    <Dialog onClose={busy ? () => undefined : onClose} title={title} centered>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label="What is exported"
        data={choices.map(({ label }) => label)}
        value={chosen}
        onChange={setChosen}
        disabled={busy}
      />
      {choice && (
        <ReportForm
          key={chosen}
          report={choice.report}
          start={choice.start}
          onClose={onClose}
          onBusy={setBusy}
        />
      )}
    </Dialog>
  );
}
