import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { registry } from '#resources/registry.ts';
import { useOwnRows, usePerson } from '#web/data/use-session.ts';
import { navigationOf, type NavGroup } from './navigation.ts';

/** The navigation of the signed-in person. */
export function useNavigation(): NavGroup[] {
  const router = useRouter();
  const rights = usePerson()?.rights;
  const ownOnly = useOwnRows();
  return useMemo(
    () =>
      rights
        ? navigationOf({
            registry,
            rights,
            ownOnly,
            hasPage: (path) => Object.hasOwn(router.routesByPath, path),
          })
        : [],
    [rights, ownOnly, router],
  );
}
