import type { Draft } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';

export interface InsertionOrder {
  /** Every row after the rows that it refers to, as far as circles allow. */
  order: Draft[];
  /** References that can be set only when all rows are there. */
  late: { draft: Draft; name: string }[];
}

interface Visit {
  draft: Draft;
  links: IterableIterator<[name: string, to: Draft]>;
}

/**
 * Orders the rows of a file so that foreign keys hold while they are inserted in batches.
 * @param own the rows that are inserted; what links to others waits for nothing
 */
export async function insertionOrder(
  drafts: readonly Draft[],
  own: ReadonlySet<Draft> = new Set(drafts),
): Promise<InsertionOrder> {
  const order: Draft[] = [];
  const late: InsertionOrder['late'] = [];
  const open = new Set<Draft>();
  const done = new Set<Draft>();
  // A chain may be as long as the file: it has a stack of its own, and each step is a step of the loop.
  const steps = function* () {
    for (const start of drafts) {
      if (done.has(start)) continue;
      const stack: Visit[] = [{ draft: start, links: start.links.entries() }];
      open.add(start);
      for (let visit = stack.at(-1); visit; visit = stack.at(-1)) {
        yield;
        const { value: link } = visit.links.next() as IteratorResult<[string, Draft], undefined>;
        if (link === undefined) {
          stack.pop();
          open.delete(visit.draft);
          done.add(visit.draft);
          order.push(visit.draft);
        } else if (open.has(link[1])) late.push({ draft: visit.draft, name: link[0] });
        else if (!done.has(link[1]) && own.has(link[1])) {
          open.add(link[1]);
          stack.push({ draft: link[1], links: link[1].links.entries() });
        }
      }
    }
  };
  await inTurns(steps(), () => undefined);
  return { order, late };
}
