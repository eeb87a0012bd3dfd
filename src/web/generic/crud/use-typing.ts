import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ListAnswer, RecordRow } from '#web/data/queries.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { focusWrong } from '../editing/focus-wrong.ts';
import type { Result } from '../editing/form-state-types.ts';
import { useBeginAnew } from '../editing/use-begin-anew.ts';
import { useFreshTotals } from './use-fresh-totals.ts';
import { beginTyping, takeUpTyping, type TypedTable, type Typing } from './typing.ts';

type Saved = Extract<Result<RecordRow>, { is: 'saved' }>;

interface TypingOptions extends TypedTable {
  /** The earlier typing is taken up again. */
  mayEdit: boolean;
  /** @param goesOn the next new row is being typed into */
  onAdded: (stored: RecordRow, goesOn: boolean) => void;
  onUpdated: (saved: Saved) => void;
  /** The record is another one by now, and the person took it as it is. */
  onReplaced: (current: RecordRow) => void;
}

/** The typing in a table, from its beginning to Save or Cancel, and its results. */
export function useTyping(options: TypingOptions) {
  const { resource, rules, columns, newColumns, place, mayEdit } = options;
  const queries = useQueryClient();
  const freshenTotals = useFreshTotals(resource);
  const [typing, setTyping] = useState<Typing | null>(() => (mayEdit ? takeUpTyping(options) : null));
  const { added, copied } = resource.messages;
  const close = useCallback(() => setTyping(null), []);
  // Typing that was given up by leaving is no row any more for who comes back before the table was gone.
  useBeginAnew(typing?.formState ?? null, close);

  const begin = useCallback(
    (what: Typing['what'], row: RecordRow | null = null) => {
      const table = { resource, rules, columns, newColumns, place };
      if (what === 'add') setTyping(beginTyping(table, what, null));
      else if (row) setTyping(beginTyping(table, what, row));
    },
    [resource, rules, columns, newColumns, place],
  );
  const edit = useCallback((row: RecordRow) => begin('edit', row), [begin]);
  const copy = useCallback((row: RecordRow) => begin('copy', row), [begin]);
  const cancel = () => {
    typing?.formState.giveUp();
    setTyping(null);
  };

  const replaceInLists = (record: RecordRow) =>
    queries.setQueriesData<ListAnswer>(
      { queryKey: [resource.name, 'list'] },
      (answer) =>
        answer && { ...answer, data: answer.data.map((row) => (row.id === record.id ? record : row)) },
    );

  const onResult = (result: Result<RecordRow>) => {
    if (result.is === 'refused') {
      const { failure } = result;
      if (!failure.ofFields) noticeFailure(failure);
      // Others changed the list: it is fetched again, and what was typed stays.
      if (failure.status === 409) void queries.invalidateQueries({ queryKey: [resource.name, 'list'] });
      focusWrong(document.querySelector('[data-edited]'));
    }
    if (result.is === 'unchanged') {
      cancel();
      options.onReplaced(result.record);
      void queries.invalidateQueries({ queryKey: [resource.name] });
    }
    if (result.is !== 'saved') return;
    setTyping(null);
    if (typing?.what === 'edit') {
      replaceInLists(result.stored);
      // Other lists may show the record too; they are fetched when they are looked at.
      void queries.invalidateQueries({ refetchType: 'none' });
      void freshenTotals();
      options.onUpdated(result);
    } else {
      const goesOn = typing?.what === 'add';
      noticeSuccess(goesOn ? added : copied);
      options.onAdded(result.stored, goesOn);
      // Who adds one often adds another; Escape ends it.
      if (goesOn) begin('add');
      void queries.invalidateQueries();
    }
  };

  return {
    typing,
    begin,
    edit,
    copy,
    cancel,
    onResult,
    save: () => {
      if (!typing) return;
      if (typing.what === 'edit' && !typing.formState.status().dirty) return setTyping(null);
      void typing.formState.submit().then(onResult);
    },
  };
}
