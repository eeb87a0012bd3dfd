import { Loader, Menu } from '@mantine/core';
import {
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
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListView } from '#calls/views.ts';
import { abilities } from '#kernel/rights.ts';
import { ApiError } from '#web/data/client.ts';
import { usePerson } from '#web/data/use-session.ts';
import { MenuAt } from '#web/ui/menus/menu-at.tsx';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import type { OpenMenuProps } from '#web/ui/menus/use-menu-button.ts';
import type { Done } from '../additions/additions.ts';
import { noticeDone } from '../additions/notice-done.ts';
import { useLoad } from '../use-load.ts';
import type { Naming, ViewedList } from './viewed-list.ts';
import {
  changeView,
  deleteView,
  listViewsQuery,
  restoreView,
  setDefault,
  showSameRows,
  stateOf,
} from './views.ts';
import classes from './views.module.css';

interface ViewItemsProps extends OpenMenuProps {
  list: ViewedList;
  onName: (naming: Naming) => void;
}

const size = 16;

/** The menu of a list's views, and of what can be done with the one that is shown. */
export function ViewItems({ list, onName, ...open }: ViewItemsProps) {
  const { resource, view, change, now, settle } = list;
  const load = useLoad(listViewsQuery(resource));
  const queries = useQueryClient();
  const mayShare = usePerson()?.rights[abilities.share_views.right] === true;
  const [shown] = useState(now);
  const isChanged =
    view !== undefined &&
    (!showSameRows(shown, view.shown) ||
      JSON.stringify(shown.columns) !== JSON.stringify(view.shown.columns));

  /** Does something, and shows that it is done, or why not. */
  const act = async (failed: string, run: () => Promise<Done>) => {
    try {
      const done = await run();
      await queries.invalidateQueries();
      noticeDone(done, queries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: failed, reason: error.message });
      // Where somebody changed the view meanwhile, another try is based on what it is by now.
      await queries.invalidateQueries({ queryKey: listViewsQuery(resource).queryKey });
    }
  };
  const save = (one: ListView) =>
    act('The view could not be saved.', async () => {
      const saved = await changeView(one, { shown, lock_version: one.lock_version });
      // The view is as it was saved before what was chosen beside it goes, so that nothing of the list moves.
      queries.setQueryData<ListView[]>(listViewsQuery(resource).queryKey, (all) =>
        all?.map((each) => (each.id === saved.id ? saved : each)),
      );
      settle();
      return { notice: `The view ${one.name} has been saved!` };
    });
  const share = (one: ListView) =>
    act('The view could not be changed.', async () => {
      await changeView(one, { shared: !one.shared, lock_version: one.lock_version });
      return {
        notice: one.shared ? `Only its owner sees ${one.name} now.` : `Everybody sees ${one.name} now.`,
      };
    });
  const begin = (one: ListView) =>
    act('This could not be changed.', async () => {
      await setDefault(one, !one.default);
      const begins = one.default ? 'no longer begins' : 'begins';
      return { notice: `${resource.label[1]} ${begins} with ${one.name}.` };
    });
  const remove = (one: ListView) =>
    act('The view could not be deleted.', async () => {
      await deleteView(one);
      const { filters, q, sort, per_page: perPage } = shown;
      change.show({ filters, q, sort, perPage });
      const undo = {
        send: () => restoreView(one),
        done: `The view ${one.name} is back.`,
        failed: 'The view could not be brought back.',
      };
      return { notice: `The view ${one.name} has been deleted!`, undo };
    });
  const usual = { filters: {}, q: '', sort: null, perPage: 25 };
  return (
    <MenuAt {...open} label={`Views of ${resource.label[1]}`} width={290} scrolls>
      <Menu.Item
        leftSection={<IconCheck size={size} aria-hidden opacity={view ? 0 : 1} />}
        aria-current={view ? undefined : true}
        onClick={() => change.show(usual)}
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
      <Menu.Divider />
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
    </MenuAt>
  );
}

/** The facts about a view beside its name. */
function Marks({ view }: { view: ListView }) {
  const words = [view.default && 'begins', view.shared && 'shared'].filter(Boolean);
  return words.length > 0 && <span className={classes.mark}>{words.join(' · ')}</span>;
}
