import type { Differing } from '../model-screens.ts';
import type { ScreenProps } from '../screen.ts';
import { ImportTool } from '../csv-import/import-tool.tsx';
import { ListView } from './list-view.tsx';

/** /auth/view/{model} */
export default function ListScreen({ own = {}, ...props }: ScreenProps & Differing) {
  const { Reports, additions, editLinks, add, addsInDialog, nothingYet, beside } = own;
  const { resource, registry, narrowed } = props;
  return (
    <ListView
      resource={resource}
      registry={registry}
      narrowed={narrowed}
      beside={beside}
      additions={additions}
      editLinks={editLinks}
      add={add}
      addsInDialog={addsInDialog}
      nothingYet={nothingYet}
      tools={<ImportTool resource={resource} registry={registry} own={own} />}
      reports={Reports && <Reports resource={resource} registry={registry} narrowed={narrowed} />}
    />
  );
}
