/** The declared quality rules of a model, beside those that follow from its fields, remarks and tones. */
export interface QualitySpec<Name extends string = string> {
  /** Fields that may be empty, without which a record says too little all the same. */
  wanted?: readonly Name[];
  /** The flag of a record that is over: what it lacks or leads to, nobody has to mend. */
  over?: Name;
  /** Records say what was, such as bills: the records that they lead to may have ended since. */
  past?: boolean;
  /** The problems that only records of this model can have, by name; the model's behaviour has the condition. */
  own?: Readonly<Record<string, OwnRule>>;
}

/** A rule of one model alone. */
export interface OwnRule {
  /** The problem: 'Left the directory'. */
  label: string;
  /** How it is mended where each record has to be looked at. */
  advice: string;
  repair?: Repair;
}

/** The value that mends a record for certain. */
export interface Repair {
  /** The action: 'Mark as terminated'. */
  label: string;
  field: string;
  /** The new value of the field, the same for every record; null where it is taken `from` the row. */
  value: string | boolean | null;
  /** The property of the row that has what the field becomes. */
  from: string | null;
}

/** The filter of lists that finds the records which break a rule, without its `by_`. */
export const QUALITY_FILTER = 'quality';
