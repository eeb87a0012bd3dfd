import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import type { Resource } from '#kernel/resource.ts';
import { useShortcuts, type Shortcut } from '#web/ui/shortcuts/shortcuts.ts';
import { AddInDialog } from '../additions/add-in-dialog.tsx';
import { ActionButtons } from '../additions/action-buttons.tsx';
import { GroupButton } from '../groups/group-button.tsx';
import { writeListState, type ListState } from '../list-state.ts';
import { useMay } from '../use-may.ts';
import { ViewSwitch } from '../view-switch.tsx';
import { AddNew } from './add-new.tsx';
import { DownloadButton } from './download-button.tsx';
import { ListTable } from './list-table.tsx';
import { MoreMenu } from './more-menu.tsx';
import { Count } from './count.tsx';
import { ScreenTools } from './screen-tools.tsx';
import { useListed, type ListViewProps } from './use-listed.ts';
import { focusedRow } from '../focused-row.ts';
import classes from './list.module.css';

/** The list of a model: filters, pages, sorting, and what can be done with each row. */
export function ListView(props: ListViewProps) {
  const { resource, registry, additions, add, narrowed, beside } = props;
  const listed = useListed(props);
  const { list, wanted, state, change } = listed;
  const may = useMay(resource);
  useListKeys(resource, state);
  const about = beside && (
    <div data-beside className={beside.below ? classes.below : classes.beside}>
      <beside.View {...{ resource, registry, narrowed, state, change }} />
    </div>
  );
  const addButton = props.addsInDialog ? (
    <AddInDialog resource={resource} />
  ) : (
    <AddNew resource={resource} add={add} />
  );
  return (
    <>
      <PageHeader
        title={narrowed?.label ?? resource.headings?.view ?? resource.label[1]}
        slim
        badge={
          <>
            <Count of={list} />
            <MoreMenu resource={resource} />
            {!beside?.below && about}
          </>
        }
        actions={
          <ScreenTools main={may.create && addButton}>
            <ViewSwitch resource={resource} at="view" state={state} />
            <GroupButton {...{ resource, registry, wanted, change }} />
            <ActionButtons
              resource={resource}
              actions={additions?.toolbar}
              about={{ filters: state.filters }}
            />
            {may.any && props.tools}
            {props.reports}
            {resource.csv && <DownloadButton resource={resource} state={state} />}
          </ScreenTools>
        }
      />
      <ListTable {...props} {...listed} addButton={addButton} below={beside?.below && about} />
    </>
  );
}

/** The keys of a list: what its buttons do. */
function useListKeys(resource: Resource, state: ListState): void {
  const navigate = useNavigate();
  const may = useMay(resource);
  const { name, label } = resource;
  const go = (to: string) => void navigate({ to });
  const shortcuts: Shortcut[] = [];
  if (may.create)
    shortcuts.push({ keys: 'n', label: `Add a new ${label[0]}`, run: () => go(`/auth/create/${name}`) });
  if (may.update)
    shortcuts.push(
      {
        keys: 'e',
        label: 'Edit the row that has the focus',
        run: () => {
          const id = focusedRow();
          if (id !== null) go(`/auth/edit/${name}/${id}`);
        },
      },
      {
        keys: 't',
        label: 'Edit in a table',
        run: () => void navigate({ to: `/auth/crud/${name}`, search: writeListState(state) as never }),
      },
    );
  useShortcuts(label[1], shortcuts);
}
