import { ImportButton } from '#web/generic/csv-import/import-button.tsx';
import { importTexts } from './import-texts.ts';
import memberScreens from './member-screens.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import type { ScreenProps } from '#web/generic/screen.ts';

const texts = importTexts({
  hint: 'Choose a single-page CSV with the same headers as the file of members that is downloaded.',
  createsOnly: 'Only creation of new members is supported.',
  done: 'Members imported successfully!',
});

function ImportMembers(props: ScreenProps) {
  return <ImportButton {...props} texts={texts} />;
}

const screens: ModelScreens = {
  ...memberScreens,
  Tools: ImportMembers,
};
export default screens;
