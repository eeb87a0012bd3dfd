import type { ScreenProps } from '../screen.ts';
import { ListView } from './list-view.tsx';

/** The list of a model that has no list of its own. */
export default function ListScreen(props: ScreenProps) {
  return <ListView {...props} />;
}
