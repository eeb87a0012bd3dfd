import { PageHeader } from '#web/ui/page-header.tsx';
import { DownloadButton } from '../list/download-button.tsx';
import { MoreMenu } from '../list/more-menu.tsx';
import { ScreenTools } from '../list/screen-tools.tsx';
import { useListState } from '../list-state.ts';
import type { Differing } from '../model-screens.ts';
import type { ScreenProps } from '../screen.ts';
import type { CrudRules } from './crud-rules.ts';
import { CrudTable } from './crud-table.tsx';

const NO_RULES: CrudRules = {};

/** /auth/view/{model} of a model whose list is its editable table, with a row to add at its top. */
export default function TableListScreen({ resource, registry, own = {} }: ScreenProps & Differing) {
  const [state] = useListState();
  return (
    <>
      <PageHeader
        title={resource.headings?.view ?? resource.label[1]}
        slim
        badge={<MoreMenu resource={resource} />}
        actions={
          <ScreenTools>{resource.csv && <DownloadButton resource={resource} state={state} />}</ScreenTools>
        }
      />
      <CrudTable
        resource={resource}
        registry={registry}
        rules={own.table ?? NO_RULES}
        additions={own.additions}
        linked
      />
    </>
  );
}
