import { messagesFor, type ResourceMessages } from '#kernel/messages.ts';

const failed = (doing: string, noun: string) =>
  `There was a problem ${doing} this ${noun}. Please try again.`;

/** The sentences of the models that have a manager, which differ from those of reference data. */
export const managerMessages = (noun: string): ResourceMessages =>
  messagesFor(noun, {
    addFailed: failed('adding', noun),
    submitFailed: failed('adding', noun),
    copyFailed: failed('adding', noun),
    updateFailed: failed('updating', noun),
    deleteFailed: failed('deleting', noun),
    alwaysDeclared: true,
  });
