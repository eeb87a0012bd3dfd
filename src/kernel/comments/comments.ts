import { longText } from '../fields/long-text.ts';

/** The text of a comment, as a form and a call take it. */
export const commentFields = { text: longText('Comment', { max: 10_000 }) };

/** So many people can be mentioned in one comment: each of them gets a mail. */
export const MOST_MENTIONED = 20;

/** Under this name billing runs, which are no model, have comments. */
export const BILLING_RUNS = 'billing_runs';

/** Under this name a line of history has the text of a comment; no field of a model is written with a capital. */
export const COMMENT = 'Comment';
