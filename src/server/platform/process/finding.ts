import type { Config } from '../config/config.ts';

/** The finding of an examination. `skipped` says why there was nothing to look at. */
export interface Finding {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** The subject of the examination, such as 'database'. */
  what: string;
  /** One sentence for the operator: what is so, or what is wrong and how to mend it. */
  message: string;
}

export interface Examination {
  findings: Finding[];
  /** How far this machine's clock is ahead of another one's that answered, in seconds. */
  ahead?: number;
}

/** A module's own part of the command `doctor`. It says what is wrong rather than to throw. */
export type Examine = (config: Config) => Promise<Examination>;
