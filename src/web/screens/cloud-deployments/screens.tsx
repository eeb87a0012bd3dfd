import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { requestPages } from '#resources/cloud-requests/pages.ts';
import { CloudNote } from '#web/generic/clouds/cloud-note.tsx';
import { eventsLive } from '#web/data/events.ts';
import { usePerson } from '#web/data/use-session.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import type { ScreenProps } from '#web/generic/screen.ts';
import { late } from '#web/ui/pages/late.tsx';
import { deploymentActions, deploymentOf } from './actions.tsx';
import { BADGE } from '#web/ui/entries.tsx';
import { DeploymentBadge } from './state-badge.tsx';

/** The links to the forms that request accounts, for who may. */
function Requests() {
  const may = usePerson()?.rights.operate ?? false;
  if (!may) return null;
  return Object.values(requestPages).map(({ page, action }) => (
    <Button
      key={page}
      component={Link}
      to={page}
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {action}
    </Button>
  ));
}

/** How often the list looks by itself while it gets no events of changes. */
const LOOK_MS = 15_000;

/** Above the list: what is simulated, and links to request more. The list follows what happens while it is shown. */
function AboveList({ resource }: ScreenProps) {
  const queries = useQueryClient();
  useEffect(() => {
    const look = () => {
      if (!eventsLive()) void queries.invalidateQueries({ queryKey: [resource.name] });
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [queries, resource]);
  return (
    <>
      <CloudNote />
      <Requests />
    </>
  );
}

/** Deployments are requested with forms of their own, and read on a page that follows them. */
const screens: ModelScreens = {
  additions: {
    row: deploymentActions,
    cells: {
      state: {
        width: 210,
        beside: BADGE,
        // The badge has the colour.
        tone: () => null,
        cell: (row) => <DeploymentBadge state={deploymentOf({ row }).state} />,
      },
    },
  },
  Reports: AboveList,
  nothingYet: { words: 'They are listed here once somebody asks for an account of a cloud.', Ways: Requests },
  own: { record: late(() => import('./deployment-screen.tsx')) },
};
export default screens;
