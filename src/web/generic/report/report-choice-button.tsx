import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { usePerson } from '#web/data/use-session.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';

const ReportChoice = lateDialog(
  async () => ({ default: (await import('./report-choice.tsx')).ReportChoice }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(ReportChoice.fetch);

interface ReportChoiceButtonProps {
  /** On the button, and above the dialog. */
  title: string;
  choices: readonly { label: string; report: Report }[];
  /** The values that the dialog begins with; each report takes those that it needs. */
  start?: Values;
  /** The report that it begins with; the first one by default. */
  first?: Report;
}

/** Opens one dialog for those of several reports about the same records that the person may request. */
export function ReportChoiceButton({ title, choices, start = {}, first }: ReportChoiceButtonProps) {
  const [open, setOpen] = useState(false);
  const rights = usePerson()?.rights;
  const offered = choices.filter(({ report: { right = 'read' } }) => rights?.[right]);
  if (offered.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <Suspense>
        {open && (
          <ReportChoice
            title={title}
            choices={offered}
            start={start}
            first={offered.find(({ report }) => report === first)?.label}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
