import { useListState } from '#web/generic/list-state.ts';
import { DownloadButton } from '#web/generic/list/download-button.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import type { ScreenProps } from '#web/generic/screen.ts';

/** The list as a file, of the accounts that are in use alone and of those that are not. */
function Downloads({ resource }: ScreenProps) {
  const [state] = useListState();
  const only = (terminated: boolean) => ({
    ...state,
    filters: { ...state.filters, terminated: String(terminated) },
  });
  return (
    <>
      <DownloadButton resource={resource} state={only(false)} label="Download Active CSV" />
      <DownloadButton resource={resource} state={only(true)} label="Download Terminated CSV" />
    </>
  );
}

/** Accounts are downloaded all at once, as they are listed, or those in use apart from those that are not. */
const screens: ModelScreens = { Reports: Downloads };
export default screens;
