import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { registry } from '#resources/registry.ts';
import { reports } from '#resources/reports.ts';
import { RolesPage } from '#web/features/access/roles-page.tsx';
import { guardedPages } from './navigation/navigation.ts';

/** Who may do what, as everything declares it: the pages too, which the navigation knows. */
export function RolesRoute() {
  const router = useRouter();
  const pages = useMemo(() => guardedPages((path) => Object.hasOwn(router.routesByPath, path)), [router]);
  return <RolesPage registry={registry} reports={reports} pages={pages} />;
}
