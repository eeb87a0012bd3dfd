import { Button } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePerson } from '#web/data/use-session.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { late } from '#web/ui/pages/late.tsx';

/** The way to the page that changes groups, for who may. */
function Change() {
  const may = usePerson()?.rights.operate ?? false;
  if (!may) return null;
  return (
    <Button
      component={Link}
      to="/auth/spinco-sg-modification"
      variant="default"
      leftSection={<IconUsersPlus size={16} aria-hidden />}
    >
      Modify Spinco Security Groups
    </Button>
  );
}

/** Changes are requested on a page of their own, and read with the result of each user. */
const screens: ModelScreens = {
  Reports: Change,
  nothingYet: { words: 'They are listed here once somebody changes a security group.', Ways: Change },
  own: { record: late(() => import('./change-screen.tsx')) },
};
export default screens;
