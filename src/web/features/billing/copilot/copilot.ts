import type { UseQueryOptions } from '@tanstack/react-query';
import type { Run } from '#calls/runs.ts';
import type { AnswerOf } from '#calls/call.ts';
import { copilotOfRun, listBearers, listCopilotCosts, type CopilotOfRun } from '#calls/copilot.ts';
import { queryOf, wholeQueryOf } from '#web/data/call.ts';
import { isRunUnderWay } from '../billing.ts';

/** Where the costs of Copilot are. */
export const COSTS = '/auth/copilot-costs';

/** Whether a run may charge anything for GitHub. */
export const mayChargeGithub = ({ provider }: Run): boolean =>
  provider === 'github' || provider === 'azure' || provider === 'focus';

/** The charges of a run for GitHub; another run may come to charge the same, so they are fetched with each look. */
export const copilotQuery = (run: Run): UseQueryOptions<CopilotOfRun> => ({
  ...queryOf(copilotOfRun, { id: run.id }, { keeps: true, version: run.changed_at }),
  enabled: !isRunUnderWay(run),
});

export const SEATS_PAGE = 50;

/** Which bearers of a run are shown. */
export type BearersOf = { by_identifier: string } | { by_charged: string } | Record<string, never>;

/** A page of who bears what a run charges for GitHub. */
export const bearersQuery = (id: number, of: BearersOf, page: number) =>
  wholeQueryOf(listBearers, { id, ...of, page, per_page: SEATS_PAGE }, { keeps: true });

/** The charges of cost centers for Copilot in some months. */
export type CopilotCosts = AnswerOf<typeof listCopilotCosts>;

/** @param from the first month, YYYY-MM @param to the last one */
export const costsQuery = (from: string, to: string) =>
  wholeQueryOf(listCopilotCosts, { from, to }, { keeps: true });
