/** An organizational unit, a management group or a folder. */
export interface CloudPlace {
  /** As its cloud knows it. */
  id: string;
  /** Its name with those above it, as `cloud_parents.place` has it. */
  path: string;
  /** Why no account is moved there; absent where accounts are. */
  refused?: string;
}

/** Where accounts of a cloud may lie, and how they are moved. Everything that calls the cloud throws ProviderFailure. */
export interface CloudPlaces {
  /** What its cloud calls one, such as 'organizational unit'. */
  called: string;
  /** Every place that accounts lie in. */
  all: () => Promise<CloudPlace[]>;
  /** Where an account lies; null where the portal may not see it. */
  of: (account: string, signal?: AbortSignal) => Promise<CloudPlace | null>;
  /** Whether an account lies right in a place. */
  isIn: (account: string, place: string, signal?: AbortSignal) => Promise<boolean>;
  move: (account: string, place: string, signal?: AbortSignal) => Promise<void>;
  /** So many seconds later it is looked whether the cloud shows a move. */
  lookAgain: number;
}

const folded = (text: string): string => text.trim().toLowerCase();

/** The place of this id or, where only one has it, of this path. @returns what is wrong as a text */
export function placeNamed(
  { called }: Pick<CloudPlaces, 'called'>,
  places: readonly CloudPlace[],
  named: string,
): CloudPlace | string {
  const byId = places.find(({ id }) => folded(id) === folded(named));
  if (byId) return byId;
  const [found, another] = places.filter(({ path }) => folded(path) === folded(named));
  if (!found) return `Its cloud has no ${called} '${named}'. Choose one of the list.`;
  return another ? `Its cloud has several of the name '${named}'. Choose one by its id.` : found;
}
