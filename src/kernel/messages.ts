/** The sentences that a person reads about one model, success and failure. */
export interface ResourceMessages {
  /** A row was added in the editable table. */
  added: string;
  /** A record was created with the form. */
  created: string;
  updated: string;
  deleted: string;
  copied: string;
  addFailed: string;
  updateFailed: string;
  submitFailed: string;
  copyFailed: string;
  deleteFailed: string;
  /** A failure is shown in these sentences alone, the server's text as the reason; else that may be the sentence. */
  alwaysDeclared?: true;
}

/**
 * The sentences of a model by its name in running text, such as 'cost center'.
 * A model's own sentences are given in `own`.
 */
export function messagesFor(noun: string, own: Partial<ResourceMessages> = {}): ResourceMessages {
  return {
    added: `Successfully added a new ${noun}!`,
    created: `Your new ${noun} has been added!`,
    updated: `Your ${noun} has been updated!`,
    deleted: `The ${noun} has been deleted!`,
    copied: `Successfully copied a new ${noun}!`,
    addFailed: `There was a problem adding this ${noun} record. Please try again.`,
    updateFailed: `There was a problem updating this ${noun} record. Please try again.`,
    submitFailed: `There was a problem submitting this ${noun}. Please try again.`,
    copyFailed: `There was a problem copying this ${noun} record. Please try again.`,
    deleteFailed: `Error deleting ${noun}`,
    ...own,
  };
}
