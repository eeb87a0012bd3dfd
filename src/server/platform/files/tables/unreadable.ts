/** A position in a file: the header is row 1; `sheet` is named where there are several. */
export interface PlaceInFile {
  row: number;
  column: string;
  sheet?: string;
}

/** A file that cannot be read as tables: what is wrong, for the person who sent it. */
export class UnreadableFile extends Error {
  /** 413 for what holds too much, else 422. */
  readonly status: 413 | 422;
  /** The cell that is wrong, where it is one. */
  readonly place: PlaceInFile | null;

  constructor(sentence: string, status: 413 | 422 = 422, place: PlaceInFile | null = null) {
    super(sentence);
    this.name = 'UnreadableFile';
    this.status = status;
    this.place = place;
  }
}
