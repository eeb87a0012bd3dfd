import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { textOf } from '#web/generic/list-state.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { AnomaliesTab } from './anomalies-tab.tsx';
import { CostsTab } from './costs-tab.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { anomalyFilter, costFilter, runningMonth, type DayChart } from './running.ts';

const ANOMALIES = 'anomalies';

/** /auth/running-costs: what the running month costs so far, and what of it is unusual. */
export function RunningPage({ Chart }: { Chart: DayChart }) {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = textOf(address['tab']) === ANOMALIES ? ANOMALIES : 'costs';
  const go = (search: object, replace: boolean) =>
    void navigate({ to: '.', search: search as never, replace, resetScroll: false });
  const costs = costFilter(address);
  const anomalies = anomalyFilter(address);
  return (
    <>
      <PageHeader
        title="Running Month"
        description="What accounts cost so far, as the exports of the clouds say it. It is not final, and no bill or posting has it."
        actions={<RefreshButton />}
      />
      <Tabs
        value={tab}
        onChange={(next) => go(next === ANOMALIES ? { tab: ANOMALIES } : {}, false)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="costs">Costs</Tabs.Tab>
          <Tabs.Tab value={ANOMALIES}>Anomalies</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="costs">
          <CostsTab
            filter={costs}
            onChange={(change) => go(addressOf({ ...costs, page: 1, ...change }), true)}
            Chart={Chart}
          />
        </Tabs.Panel>
        <Tabs.Panel value={ANOMALIES}>
          <AnomaliesTab
            filter={anomalies}
            onChange={(change) =>
              go({ tab: ANOMALIES, ...addressOf({ ...anomalies, page: 1, ...change }) }, true)
            }
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** A filter as the address has it, without what is so by itself. */
function addressOf(filter: object): Record<string, string> {
  const usual: Record<string, unknown> = { page: 1, month: runningMonth(), state: 'open' };
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]: [string, unknown]) =>
      value === '' || value === usual[name] ? [] : [[name, String(value)]],
    ),
  );
}
