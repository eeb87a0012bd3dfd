import { Suspense, useState } from 'react';
import { messages } from '#resources/messages.ts';
import type { Report } from '#kernel/report.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { SearchButton } from './frame/search-button.tsx';
import { usePortalShortcuts } from './frame/shortcuts.ts';
import { useTypingAhead } from './frame/use-typing-ahead.ts';

const loadPalette = () => import('./palette/palette.tsx');
const Palette = lateDialog(
  loadPalette,
  ({ onClose }) => onClose(),
  ({ opened }) => opened,
);
const ShortcutsDialog = lateDialog(
  () => import('./frame/shortcuts-dialog.tsx'),
  ({ onClose }) => onClose(),
  ({ opened }) => opened,
);

const ReportDialog = lateDialog(
  async () => ({ default: (await import('#web/generic/report/report-dialog.tsx')).ReportDialog }),
  ({ onClose }) => onClose(),
);

type Overlay = 'palette' | 'help';

interface FindingProps {
  /** Whether the list of keys is opened from elsewhere, such as a menu. */
  help: boolean;
  onHelp: (opened: boolean) => void;
}

/** The search of the whole portal, its keys and the list of all keys. Each part is loaded when it is first used. */
export function Finding({ help, onHelp }: FindingProps) {
  const [palette, setPalette] = useState(false);
  /** The palette's input is there and has the focus. */
  const [ready, setReady] = useState(false);
  const [typed, setTyped] = useState('');
  const [report, setReport] = useState<Report | null>(null);
  const [used, setUsed] = useState<readonly Overlay[]>([]);
  if (help && !used.includes('help')) setUsed([...used, 'help']);
  const openPalette = () => {
    setUsed((now) => (now.includes('palette') ? now : [...now, 'palette']));
    setReady(false);
    setTyped('');
    setPalette(true);
  };
  useTypingAhead(palette && !ready, setTyped);
  usePortalShortcuts({ openPalette, openHelp: () => onHelp(true) });
  return (
    <>
      <SearchButton onOpen={openPalette} onApproach={() => void loadPalette()} />
      {/* Each waits for its own code: one that comes does not hide another that is open. */}
      <Suspense>
        {used.includes('palette') && (
          <Palette
            opened={palette}
            typed={typed}
            onType={setTyped}
            onReady={() => setReady(true)}
            onClose={() => setPalette(false)}
            openReport={setReport}
            openKeys={() => onHelp(true)}
          />
        )}
      </Suspense>
      <Suspense>
        {report && (
          <ReportDialog
            report={report}
            done={messages.reportEmailed}
            failed={messages.reportFailed}
            onClose={() => setReport(null)}
          />
        )}
      </Suspense>
      <Suspense>
        {used.includes('help') && <ShortcutsDialog opened={help} onClose={() => onHelp(false)} />}
      </Suspense>
    </>
  );
}
