import { importOf } from '#kernel/csv/csv-import.ts';
import type { Differing } from '../model-screens.ts';
import type { ScreenProps } from '../screen.ts';
import { useMay } from '../use-may.ts';
import { ImportButton } from './import-button.tsx';
import { importTexts } from './import-texts.ts';

/** The button of the import, for those who may add records of a model that has one. */
export function ImportTool({ resource, registry, own }: ScreenProps & Differing) {
  const may = useMay(resource);
  if (!may.create || importOf(resource) === null) return null;
  const texts = importTexts(resource, own?.imports);
  const hasUpload = own?.additions?.toolbar?.some((action) => 'upload' in action);
  // Where a model has sentences of its own for it, it is a work of every day; an upload of its own needs the room of both.
  const beside = own?.imports ? 'words' : hasUpload ? 'nothing' : 'sign';
  return <ImportButton {...{ resource, registry, texts, beside }} />;
}
