/** A text of a record, other than what people call it, in which the words were found. */
export interface FoundText {
  field: string;
  label: string;
  text: string;
}

/** One record that `GET /api/search` found. */
export interface SearchHit {
  model: string;
  id: number;
  /** By what people recognise it. */
  title: string;
  /** What else says which one it is, such as its owner and its company, as tables show it. */
  about: string[];
  /** Null where the title itself has the words. */
  found_in: FoundText | null;
}

/** What `GET /api/search` answers: the hits of one model stand together, the best model first. */
export interface SearchAnswer {
  data: SearchHit[];
  /** How many hits these are, and the models that have more than were asked for. */
  meta: { total: number; more: string[] };
}

/** Parts of words are found from so many letters or digits in a row; what is shorter, at the start of titles. */
export const SHORTEST_PART = 3;

/** The longest text to search for, in characters. */
export const LONGEST_SEARCH = 200;
