/** What the room needs to know of a field. */
export interface RoomField {
  label: string;
  /** False for what the browser may not keep through a reload, such as a secret. True unless told. */
  kept?: boolean;
}
