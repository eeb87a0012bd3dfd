import { Loader, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  IconCalendarRepeat,
  IconCheck,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ListView, ShownList } from '#calls/views.ts';
import { abilities } from '#kernel/rights.ts';
import { usePerson } from '#web/data/use-session.ts';
import { MenuAt } from '#web/ui/menus/menu-at.tsx';
import type { OpenMenuProps } from '#web/ui/menus/use-menu-button.ts';
import { useLoad } from '../use-load.ts';
import { useViewChanges } from './use-view-changes.ts';
import type { Naming, ViewedList } from './viewed-list.ts';
import { listViewsQuery, showSameRows, stateOf } from './views.ts';
import classes from './views.module.css';

interface ViewItemsProps extends OpenMenuProps {
  list: ViewedList;
  onName: (naming: Naming) => void;
}

const size = 16;
const USUAL = { filters: {}, q: '', sort: null, perPage: 25 };

/** The menu of a list's views, and of what can be done with the one that is shown. */
export function ViewItems({ list, onName, ...open }: ViewItemsProps) {
  const { resource, now } = list;
  const [shown] = useState(now);
  return (
    <MenuAt {...open} label={`Views of ${resource.label[1]}`} width={290} scrolls>
      <Choices list={list} />
      <Menu.Divider />
      <Commands list={list} shown={shown} onName={onName} />
    </MenuAt>
  );
}

/** The views to choose from. */
function Choices({ list: { resource, view, change } }: { list: ViewedList }) {
  const load = useLoad(listViewsQuery(resource));
  return (
    <>
      <Menu.Item
        leftSection={<IconCheck size={size} aria-hidden opacity={view ? 0 : 1} />}
        aria-current={view ? undefined : true}
        onClick={() => change.show(USUAL)}
      >
        The usual list
      </Menu.Item>
      {load.is === 'loading' && <Loader size="xs" m="xs" aria-label="The views are coming" />}
      {load.is === 'failed' && (
        <Menu.Item color="red.9" closeMenuOnClick={false} onClick={load.retry}>
          The views could not be loaded. Try again
        </Menu.Item>
      )}
      {load.is === 'loaded' &&
        load.data.map((one) => (
          <Menu.Item
            key={one.id}
            leftSection={<IconCheck size={size} aria-hidden opacity={one.id === view?.id ? 1 : 0} />}
            aria-current={one.id === view?.id || undefined}
            rightSection={<Marks view={one} />}
            onClick={() => change.show(stateOf(one))}
          >
            {one.name}
          </Menu.Item>
        ))}
    </>
  );
}

/** What can be done with the view that is shown, where there is one, and the way to a new one. */
function Commands({ list, shown, onName }: Pick<ViewItemsProps, 'list' | 'onName'> & { shown: ShownList }) {
  const { view, resource } = list;
  const navigate = useNavigate();
  const { save, begin, share, remove } = useViewChanges(list, shown);
  const mayShare = usePerson()?.rights[abilities.share_views.right] === true;
  const isChanged =
    view !== undefined &&
    (!showSameRows(shown, view.shown) ||
      JSON.stringify(shown.columns) !== JSON.stringify(view.shown.columns));
  return (
    <>
      {view?.may_change && (
        <Menu.Item
          leftSection={<IconDeviceFloppy size={size} aria-hidden />}
          disabled={!isChanged && view.gone.length === 0}
          onClick={() => void save(view)}
        >
          Save the changes
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPlus size={size} aria-hidden />} onClick={() => onName('new')}>
        Save as a new view
      </Menu.Item>
      {view && resource.csv && (
        <Menu.Item
          leftSection={<IconCalendarRepeat size={size} aria-hidden />}
          onClick={() => {
            const search = { new: 'view', model: resource.name, view: String(view.id), name: view.name };
            void navigate({ to: '/auth/schedules', search: search as never });
          }}
        >
          Schedule…
        </Menu.Item>
      )}
      {view && (
        <Menu.Item
          leftSection={
            view.default ? <IconStarOff size={size} aria-hidden /> : <IconStar size={size} aria-hidden />
          }
          onClick={() => void begin(view)}
        >
          {view.default ? 'Do not begin with it any more' : 'Begin with it'}
        </Menu.Item>
      )}
      {view?.may_change && (
        <>
          <Menu.Item leftSection={<IconPencil size={size} aria-hidden />} onClick={() => onName('rename')}>
            Rename
          </Menu.Item>
          {mayShare && (
            <Menu.Item
              leftSection={
                view.shared ? <IconUser size={size} aria-hidden /> : <IconUsers size={size} aria-hidden />
              }
              onClick={() => void share(view)}
            >
              {view.shared ? 'Show it to its owner alone' : 'Show it to everybody'}
            </Menu.Item>
          )}
          <Menu.Item
            color="red.9"
            leftSection={<IconTrash size={size} aria-hidden />}
            onClick={() => void remove(view)}
          >
            Delete
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** The facts about a view beside its name. */
function Marks({ view }: { view: ListView }) {
  const words = [view.default && 'begins', view.shared && 'shared'].filter(Boolean);
  return words.length > 0 && <span className={classes.mark}>{words.join(' · ')}</span>;
}
