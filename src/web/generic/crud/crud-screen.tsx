import { lastListSearch, useListState } from '../list-state.ts';
import { ViewSwitch } from '../view-switch.tsx';
import { DownloadButton } from '../list/download-button.tsx';
import { MoreMenu } from '../list/more-menu.tsx';
import { ScreenTools } from '../list/screen-tools.tsx';
import type { ScreenProps } from '../screen.ts';
import { useMay } from '../use-may.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Additions } from '../additions/additions.ts';
import { ActionButtons } from '../additions/action-buttons.tsx';
import type { CrudRules } from './crud-rules.ts';
import { CrudTable } from './crud-table.tsx';

const NO_RULES: CrudRules = {};

interface CrudViewProps extends ScreenProps {
  rules?: CrudRules;
  /** What the model adds. Keep it the same between renders. */
  additions?: Additions;
}

/** The screen /auth/crud/{model}: the editable table with its heading and buttons. */
export function CrudView({ rules = NO_RULES, ...props }: CrudViewProps) {
  const { resource, additions } = props;
  const [state] = useListState();
  const may = useMay(resource);
  const [, many] = resource.label;
  const list = `/auth/view/${resource.name}`;
  return (
    <>
      <PageHeader
        title={resource.headings?.crud ?? `Edit ${many}`}
        crumbs={[{ label: resource.headings?.view ?? many, to: list, search: lastListSearch(list) }]}
        slim
        badge={<MoreMenu resource={resource} />}
        actions={
          <ScreenTools>
            <ViewSwitch resource={resource} at="crud" />
            <ActionButtons
              resource={resource}
              actions={additions?.toolbar}
              about={{ filters: state.filters }}
            />
            {may.any && rules.buttons}
            {resource.csv && <DownloadButton resource={resource} state={state} />}
          </ScreenTools>
        }
      />
      <CrudTable {...props} rules={rules} />
    </>
  );
}

/** The editable table of a model that has no rules of its own. */
export default function CrudScreen(props: ScreenProps) {
  return <CrudView {...props} />;
}
