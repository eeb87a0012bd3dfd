import { useMantineColorScheme } from '@mantine/core';
import {
  IconFileImport,
  IconKeyboard,
  IconLink,
  IconLogout,
  IconMail,
  IconPencil,
  IconTable,
  type Icon,
} from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { importOf } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { rightFor, type Rights } from '#kernel/rights.ts';
import { registry } from '#resources/registry.ts';
import type { Report } from '#kernel/report.ts';
import { reports } from '#resources/reports.ts';
import { usePerson } from '#web/data/use-session.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { SCHEMES } from '../schemes.ts';
import { listScreen, recordScreen } from '../screens.ts';
import { fit } from './places.ts';

/** Something that the palette does, other than going to a screen of the navigation. */
export interface Command {
  key: string;
  label: string;
  /** Its subject. */
  within: string;
  icon: Icon;
  /** It is about the screen of the moment, so it is offered before anything is typed. */
  here?: boolean;
  run: () => void;
}

/** Dialogs that the frame of the portal opens on request. */
export interface FrameDialogs {
  openReport: (report: Report) => void;
  openKeys: () => void;
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    noticeSuccess('The link has been copied!');
  } catch {
    noticeFailure({ title: 'The link could not be copied.', reason: 'The browser does not allow it here.' });
  }
}

/** Which model, and which of its records, an address shows. */
function shownAt(pathname: string): { action?: string; resource?: Resource; id?: string } {
  const [, action, model = '', id] = /^\/auth\/(view|crud|edit)\/(\w+)(?:\/(\d+))?$/.exec(pathname) ?? [];
  return { action, resource: registry.find(model), id };
}

/** The commands at an address, for a person with these rights. */
export function commandsHere(pathname: string, rights: Rights, go: (to: string) => void): Command[] {
  const { action, resource, id } = shownAt(pathname);
  const link: Command = {
    key: 'copy-link',
    label: 'Copy Link',
    within: 'This screen',
    icon: IconLink,
    here: true,
    run: () => void copyLink(),
  };
  if (!resource) return [link];
  const [one, many] = resource.label;
  const mayUpdate = rights[rightFor(resource, 'update')];
  const editable = mayUpdate && action === 'view' && id && recordScreen('edit', resource);
  const table = mayUpdate && action === 'view' && !id && listScreen('crud', resource);
  const edit: Command = {
    key: 'edit-record',
    label: `Edit This ${one}`,
    within: 'This screen',
    icon: IconPencil,
    here: true,
    run: () => go(`/auth/edit/${resource.name}/${id}`),
  };
  const open: Command = {
    key: 'open-table',
    label: `Open Editable Table of ${many}`,
    within: 'This screen',
    icon: IconTable,
    here: true,
    run: () => go(`/auth/crud/${resource.name}`),
  };
  return [...(editable ? [edit] : []), ...(table ? [open] : []), link];
}

/** Files that a person may import, each where its dialog is. */
export function imports(rights: Rights, go: (to: string, hash: string) => void): Command[] {
  return registry.all
    .filter((resource) => importOf(resource) !== null)
    .filter((resource) => rights[rightFor(resource, 'create')])
    .filter((resource) => listScreen('view', resource))
    .map(({ name, label }) => ({
      key: `import-${name}`,
      label: `Import ${label[1]}`,
      within: label[1],
      icon: IconFileImport,
      run: () => go(`/auth/view/${name}`, 'import'),
    }));
}

/** Everything that the person may do from here. */
export function useCommands({ openReport, openKeys }: FrameDialogs): Command[] {
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const rights = usePerson()?.rights;
  if (!rights) return [];
  const go = (to: string, hash?: string) => void navigate({ to, hash });
  return [
    ...commandsHere(pathname, rights, go),
    ...imports(rights, go),
    ...reports
      .filter(({ right = 'read' }) => rights[right])
      .map((report) => ({
        key: `report-${report.path}`,
        label: report.action,
        within: 'Reports',
        icon: IconMail,
        run: () => openReport(report),
      })),
    ...SCHEMES.filter(({ value }) => value !== colorScheme).map(({ value, label, icon }) => ({
      key: `look-${value}`,
      label: `Theme: ${label}`,
      within: 'Appearance',
      icon,
      run: () => setColorScheme(value),
    })),
    { key: 'keys', label: 'Keyboard Shortcuts', within: 'Help', icon: IconKeyboard, run: openKeys },
    {
      key: 'log-out',
      label: 'Log Out',
      within: 'Account',
      icon: IconLogout,
      run: () => go('/unauth/logout'),
    },
  ];
}

/** Most commands that are offered beside the records that a text finds. */
const MOST_COMMANDS = 5;

/** The commands with all the words in their names, the best first. Without words, those about this screen. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands.filter(({ here }) => here);
  return commands
    .map((command) => ({ command, rank: fit(command, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, MOST_COMMANDS)
    .map(({ command }) => command);
}
