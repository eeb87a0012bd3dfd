import { Button, Tabs, Text } from '@mantine/core';
import { IconCloudDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState, type ComponentType } from 'react';
import { usePerson } from '#web/data/use-session.ts';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { textOf } from '#web/generic/list-state.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { FinalizeForm } from './finalize-form.tsx';
import { Part } from '../part.tsx';
import { ProcessForm } from './process-form.tsx';
import { RULES_PAGE } from '../rules/rules.ts';
import { RunList } from './run-list.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { QUEUE } from '../exceptions/unallocated.ts';
import classes from '../forms.module.css';

const NewRun = lateDialog(
  async () => (await Promise.all([import('./new-run.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);
const FetchBill = lateDialog(
  async () => (await Promise.all([import('../fetch/fetch-dialog.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(NewRun.fetch);

/** The tabs by the number that the address has. */
const TABS: Readonly<Record<string, { label: string; Form: ComponentType }>> = {
  1: { label: 'Process an Invoice', Form: ProcessForm },
  2: { label: 'Finalize Invoice', Form: FinalizeForm },
  3: { label: 'GCP Trigger', Form: TriggerForm },
};
const FIRST = '1';

/** /auth/billing-automation: from a provider's invoice to postings that finance can book. */
export function AutomationPage() {
  const may = usePerson()?.rights.operate ?? false;
  const [opened, setOpened] = useState<'new' | 'fetch' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title="Billing Automation"
        description="From a provider’s invoice to postings that finance can book."
        actions={
          may && (
            <>
              <Button
                variant="default"
                disabled
                leftSection={<IconUpload size={16} aria-hidden />}
                title="Files are sent below, or with New Billing Run."
              >
                Upload
              </Button>
              <Button
                variant="default"
                leftSection={<IconCloudDownload size={16} aria-hidden />}
                onPointerEnter={() => void FetchBill.fetch().catch(() => undefined)}
                onClick={() => setOpened('fetch')}
              >
                Fetch a Bill
              </Button>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onPointerEnter={() => void NewRun.fetch().catch(() => undefined)}
                onClick={() => setOpened('new')}
              >
                New Billing Run
              </Button>
            </>
          )
        }
      />
      {may ? (
        <Work />
      ) : (
        <Text c="dimmed" mb="md">
          Your role lets you see billing runs. Operators process and finalize invoices.
        </Text>
      )}
      <Part
        title="Billing Runs"
        action={
          <>
            <Button component={Link} to={QUEUE} variant="default" size="xs">
              Billing Exceptions
            </Button>
            <Button component={Link} to={RULES_PAGE} variant="default" size="xs">
              Allocation Rules
            </Button>
          </>
        }
      >
        <RunList />
      </Part>
      <Suspense>
        {opened === 'new' && <NewRun onClose={close} />}
        {opened === 'fetch' && <FetchBill onClose={close} />}
      </Suspense>
    </>
  );
}

/** The possible actions, one at a time; the chosen one is in the address. */
function Work() {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const wanted = textOf(address['tab']);
  const tab = Object.hasOwn(TABS, wanted) ? wanted : FIRST;
  const choose = (next: string | null) =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, tab: next ?? FIRST })) as never,
      resetScroll: false,
    });
  return (
    <Tabs value={tab} onChange={choose} className={classes.tabs} keepMounted={false}>
      <Tabs.List>
        {Object.entries(TABS).map(([value, { label }]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(TABS).map(([value, { Form }]) => (
        <Tabs.Panel key={value} value={value} pt="lg">
          <Form />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
