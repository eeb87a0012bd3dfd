/** A file that cannot be read as tables: what is wrong, for the person who sent it. */
export class UnreadableFile extends Error {
  /** 413 for what holds too much, else 422. */
  readonly status: 413 | 422;

  constructor(sentence: string, status: 413 | 422 = 422) {
    super(sentence);
    this.name = 'UnreadableFile';
    this.status = status;
  }
}
