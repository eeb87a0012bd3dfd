import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ReportForm, type TypedReport } from './report-dialog.tsx';

interface ReportChoiceProps {
  title: string;
  /** The reports to choose from, the first one by default. */
  choices: readonly { label: string; report: Report }[];
  /** The values to begin with; each report takes those that it needs. */
  start: Values;
  /** The label of the one that it begins with. */
  first?: string;
  onClose: () => void;
}

/** Of some values those that a report needs. */
function ownOf({ fields = {} }: Report, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)));
}

/** One dialog for several reports about the same records; what is typed for one of them is there for the others. */
export function ReportChoice({ title, choices, start, first, onClose }: ReportChoiceProps) {
  const [chosen, setChosen] = useState(first ?? choices[0]?.label ?? '');
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState<TypedReport>({ values: start });
  const choice = choices.find(({ label }) => label === chosen);
  return (
    <Dialog onClose={busy ? () => undefined : onClose} title={title} centered closeOnClickOutside={false}>
      {choices.length > 1 && (
        <SegmentedControl
          fullWidth
          mb="md"
          aria-label="What is exported"
          data={choices.map(({ label }) => label)}
          value={chosen}
          onChange={setChosen}
          disabled={busy}
        />
      )}
      {choice && (
        <ReportForm
          key={chosen}
          report={choice.report}
          to={typed.to}
          start={ownOf(choice.report, typed.values)}
          onTyped={(next) =>
            setTyped((now) => ({ ...now, ...next, values: { ...now.values, ...next.values } }))
          }
          onClose={onClose}
          onBusy={setBusy}
        />
      )}
    </Dialog>
  );
}
