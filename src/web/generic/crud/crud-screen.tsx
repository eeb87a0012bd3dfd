import { useListState, writeListState } from '../list-state.ts';
import { ViewSwitch } from '../view-switch.tsx';
import { DownloadButton } from '../list/download-button.tsx';
import { MoreMenu } from '../list/more-menu.tsx';
import { ScreenTools } from '../list/screen-tools.tsx';
import type { Differing } from '../model-screens.ts';
import type { ScreenProps } from '../screen.ts';
import { ImportTool } from '../csv-import/import-tool.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { ActionButtons } from '../additions/action-buttons.tsx';
import { GroupButton } from '../groups/group-button.tsx';
import type { CrudRules } from './crud-rules.ts';
import { CrudTable } from './crud-table.tsx';

const NO_RULES: CrudRules = {};

/** /auth/crud/{model}: the editable table with its heading and buttons. */
export default function CrudScreen({ own = {}, resource, registry }: ScreenProps & Differing) {
  const { table = NO_RULES, additions } = own;
  const [state, change] = useListState();
  const [, many] = resource.label;
  const list = `/auth/view/${resource.name}`;
  return (
    <>
      <PageHeader
        title={resource.headings?.crud ?? `Edit ${many}`}
        crumbs={[{ label: resource.headings?.view ?? many, to: list, search: writeListState(state) }]}
        slim
        badge={<MoreMenu resource={resource} />}
        actions={
          <ScreenTools>
            <ViewSwitch resource={resource} at="crud" state={state} />
            <GroupButton {...{ resource, registry, change }} wanted={state} />
            <ActionButtons
              resource={resource}
              actions={additions?.toolbar}
              about={{ filters: state.filters }}
            />
            <ImportTool resource={resource} registry={registry} own={own} />
            {resource.csv && <DownloadButton resource={resource} state={state} />}
          </ScreenTools>
        }
      />
      <CrudTable
        resource={resource}
        registry={registry}
        rules={table}
        additions={additions}
        scrolls={own.listIsTable === true && resource.paging === 'scroll'}
      />
    </>
  );
}
