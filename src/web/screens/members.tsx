import { ImportButton } from '#web/generic/csv-import/import-button.tsx';
import { importTexts } from '#web/generic/csv-import/import-texts.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import type { ScreenProps } from '#web/generic/screen.ts';

/** Somebody whose name is not typed is known by the email. */
const nameFromEmail = ({ email }: { email?: unknown }) => ({ name: email ?? null });

const texts = importTexts({
  hint: 'Choose a single-page CSV with the same headers as the file of members that is downloaded.',
  createsOnly: 'Only creation of new members is supported.',
  done: 'Members imported successfully!',
});

function ImportMembers(props: ScreenProps) {
  return <ImportButton {...props} texts={texts} />;
}

const screens: ModelScreens = {
  Tools: ImportMembers,
  table: { implied: nameFromEmail },
  forms: { create: { heading: 'Add New Member', implied: nameFromEmail } },
};
export default screens;
