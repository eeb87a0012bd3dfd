import { CrudTable } from '#web/generic/crud/crud-table.tsx';
import { DownloadButton } from '#web/generic/list/download-button.tsx';
import { MoreMenu } from '#web/generic/list/more-menu.tsx';
import { ScreenTools } from '#web/generic/list/screen-tools.tsx';
import { useListState } from '#web/generic/list-state.ts';
import type { ScreenProps } from '#web/generic/screen.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { contactRules } from './contact-rules.ts';

/** /auth/view/cloud_contacts: the list, with a row to add at its top. */
export default function CloudContactsListScreen(props: ScreenProps) {
  const { resource } = props;
  const [state] = useListState();
  return (
    <>
      <PageHeader
        title={resource.label[1]}
        slim
        badge={<MoreMenu resource={resource} />}
        actions={
          <ScreenTools>
            <DownloadButton resource={resource} state={state} />
          </ScreenTools>
        }
      />
      <CrudTable {...props} rules={contactRules} linked />
    </>
  );
}
