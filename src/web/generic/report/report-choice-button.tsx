import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';

const ReportChoice = lateDialog(
  async () => ({ default: (await import('./report-choice.tsx')).ReportChoice }),
  ({ onClose }) => onClose(),
);

interface ReportChoiceButtonProps {
  /** On the button, and above the dialog. */
  title: string;
  choices: readonly { label: string; report: Report }[];
  /** What the dialog begins with; each report takes the values that it asks for. */
  start?: Values;
  /** The report that it begins with; the first one by default. */
  first?: Report;
}

/** Opens one dialog for several reports about the same records. */
export function ReportChoiceButton({ title, choices, start = {}, first }: ReportChoiceButtonProps) {
  const [open, setOpen] = useState(false);
  const begun = choices.map((choice) => {
    const { fields = {} } = choice.report;
    const own = Object.entries(start).filter(([name]) => Object.hasOwn(fields, name));
    return { ...choice, start: Object.fromEntries(own) };
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {open && (
        <ReportChoice
          title={title}
          choices={begun}
          first={choices.find(({ report }) => report === first)?.label}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
