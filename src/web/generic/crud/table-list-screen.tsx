import { ImportTool } from '../csv-import/import-tool.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { ActionButtons } from '../additions/action-buttons.tsx';
import { GroupButton } from '../groups/group-button.tsx';
import { AddNew } from '../list/add-new.tsx';
import { DownloadButton } from '../list/download-button.tsx';
import { MoreMenu } from '../list/more-menu.tsx';
import { ScreenTools } from '../list/screen-tools.tsx';
import { useListState } from '../list-state.ts';
import type { Differing } from '../model-screens.ts';
import type { ScreenProps } from '../screen.ts';
import { useMay } from '../use-may.ts';
import type { CrudRules } from './crud-rules.ts';
import { CrudTable } from './crud-table.tsx';

const NO_RULES: CrudRules = {};

/** /auth/view/{model} of a model whose list is its editable table, with a row to add at its top or a way to the form. */
export default function TableListScreen({ resource, registry, own = {} }: ScreenProps & Differing) {
  const { Reports, additions, addsWithForm = false } = own;
  const [state, change] = useListState();
  const may = useMay(resource);
  return (
    <>
      <PageHeader
        title={resource.headings?.view ?? resource.label[1]}
        slim
        badge={<MoreMenu resource={resource} />}
        actions={
          <ScreenTools main={addsWithForm && may.create && <AddNew resource={resource} add={own.add} />}>
            <GroupButton {...{ resource, registry, change }} wanted={state} />
            <ActionButtons
              resource={resource}
              actions={additions?.toolbar}
              about={{ filters: state.filters }}
            />
            <ImportTool resource={resource} registry={registry} own={own} />
            {Reports && <Reports resource={resource} registry={registry} />}
            {resource.csv && <DownloadButton resource={resource} state={state} />}
          </ScreenTools>
        }
      />
      <CrudTable
        resource={resource}
        registry={registry}
        rules={own.table ?? NO_RULES}
        additions={additions}
        adds={!addsWithForm}
        scrolls={resource.paging === 'scroll'}
        linked
      />
    </>
  );
}
