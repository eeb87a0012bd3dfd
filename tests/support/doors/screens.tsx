import { CrudView } from '#web/generic/crud/crud-screen.tsx';
import { ListView } from '#web/generic/list/list-view.tsx';
import { RecordView } from '#web/generic/record/record-screen.tsx';
import type { RecordScreen, Screen, ScreenAction } from '#web/generic/screen.ts';
import * as own from '#web/app/screens.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Additions } from '#web/generic/additions/additions.ts';
import { surveysAdditions as additions } from './additions.tsx';
import { meters } from './meters.ts';
import { surveys } from './surveys.ts';

const View: Screen = (props) => <ListView {...props} additions={additions} />;
const Crud: Screen = (props) => <CrudView {...props} additions={additions} />;
const Record: RecordScreen = (props) => <RecordView {...props} additions={additions} />;

/** A row of a meter opens into what it is about. */
const metersAdditions: Additions = {
  children: {
    of: (row) => (row['currency'] === 'EUR' ? <p>Counts since {String(row['read_at'])}</p> : null),
    nameOf: (row) => `Counts of ${String(row['name'])}`,
  },
};
const Meters: Screen = (props) => <ListView {...props} additions={metersAdditions} />;

const isPlanted = (resource: Resource) => resource.name === surveys.name;

/** The portal's screens, and those of the planted model. */
export const listScreen = (action: ScreenAction, resource: Resource): Screen | undefined =>
  resource.name === meters.name && action === 'view' ? Meters : surveysScreen(action, resource);

const surveysScreen = (action: ScreenAction, resource: Resource): Screen | undefined =>
  isPlanted(resource) && action !== 'create'
    ? action === 'crud'
      ? Crud
      : View
    : own.listScreen(action, resource);

export const recordScreen = (action: ScreenAction, resource: Resource): RecordScreen | undefined =>
  isPlanted(resource) && action === 'view' ? Record : own.recordScreen(action, resource);

export const { fetchScreen } = own;
