import { queryOptions } from '@tanstack/react-query';
import {
  approveChange,
  listWaiting,
  listWaitingRecords,
  refuseChange,
  withdrawChange,
  type WaitingChange,
} from '#calls/peer-review.ts';
import { readWaitingFile } from '#calls/waiting-files.ts';
import { change, queryOf, wholeQueryOf } from '#web/data/call.ts';

/** The changes that wait for a record. */
export const waitingOfRecord = (model: string, id: number) =>
  queryOptions(queryOf(listWaiting, { by_model: model, by_record: String(id), by_state: 'waiting' }));

/** A page of the changes of all models. */
export const waitingPage = (page: number, state: string) =>
  queryOptions(
    wholeQueryOf(
      listWaiting,
      { page: String(page), ...(state !== '' && { by_state: state as WaitingChange['state'] }) },
      { keeps: true },
    ),
  );

/** So many records of one change are shown at once. */
export const RECORDS_SHOWN = 200;

/** The records of a change of many. */
export const waitingRecords = (id: number) =>
  queryOptions(queryOf(listWaitingRecords, { id, per_page: String(RECORDS_SHOWN) }));

/** What the file of an import that waits does. */
export const waitingFile = (id: number) =>
  queryOptions({ ...queryOf(readWaitingFile, { id }), staleTime: Number.POSITIVE_INFINITY });

const said = (decision: unknown) => (decision ? { decision: String(decision) } : {});

/** What somebody may do with a change that waits. */
export const decisions = {
  approve: ({ id }: WaitingChange, decision: unknown, intent: string) =>
    change(approveChange, { id, ...said(decision) }, intent),
  refuse: ({ id }: WaitingChange, decision: unknown, intent: string) =>
    change(refuseChange, { id, decision: String(decision) }, intent),
  withdraw: ({ id }: WaitingChange, intent: string) => change(withdrawChange, { id }, intent),
};
