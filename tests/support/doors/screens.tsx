import { CrudView } from '#web/generic/crud/crud-screen.tsx';
import { ListView } from '#web/generic/list/list-view.tsx';
import { RecordView } from '#web/generic/record/record-screen.tsx';
import type { RecordScreen, Screen, ScreenAction } from '#web/generic/screen.ts';
import * as own from '#web/app/screens.ts';
import type { Resource } from '#kernel/resource.ts';
import { surveysAdditions as additions } from './additions.tsx';
import { surveys } from './surveys.ts';

const View: Screen = (props) => <ListView {...props} additions={additions} />;
const Crud: Screen = (props) => <CrudView {...props} additions={additions} />;
const Record: RecordScreen = (props) => <RecordView {...props} additions={additions} />;

const isPlanted = (resource: Resource) => resource.name === surveys.name;

/** The portal's screens, and those of the planted model. */
export const listScreen = (action: ScreenAction, resource: Resource): Screen | undefined =>
  isPlanted(resource) && action !== 'create'
    ? action === 'crud'
      ? Crud
      : View
    : own.listScreen(action, resource);

export const recordScreen = (action: ScreenAction, resource: Resource): RecordScreen | undefined =>
  isPlanted(resource) && action === 'view' ? Record : own.recordScreen(action, resource);

export const { fetchScreen } = own;
