import { describe, expect, it } from 'vitest';
import { newDraft, type Draft } from '../draft.ts';
import { insertionOrder } from './insertion-order.ts';

const drafts = (count: number) => Array.from({ length: count }, (_, at) => newDraft(at));
const rowsOf = (list: readonly Draft[]) => list.map(({ row }) => row);

describe('the order of insertion', () => {
  it('is that of the file where no row refers to another', async () => {
    expect(rowsOf((await insertionOrder(drafts(4))).order)).toEqual([0, 1, 2, 3]);
  });

  it('has every row after those that it refers to', async () => {
    const [a, b, c, d] = drafts(4) as [Draft, Draft, Draft, Draft];
    a.links.set('next', c).set('backup', d);
    c.links.set('next', b);
    const { order, late } = await insertionOrder([a, b, c, d]);
    expect(rowsOf(order)).toEqual([1, 2, 3, 0]);
    expect(late).toEqual([]);
  });

  it('leaves one reference of a circle for later, and of a row to itself', async () => {
    const [a, b, c] = drafts(3) as [Draft, Draft, Draft];
    a.links.set('backup', b);
    b.links.set('backup', a);
    c.links.set('backup', c);
    const { order, late } = await insertionOrder([a, b, c]);
    expect(rowsOf(order)).toEqual([1, 0, 2]);
    expect(late).toEqual([
      { draft: b, name: 'backup' },
      { draft: c, name: 'backup' },
    ]);
  });

  it('follows a chain as long as the file', async () => {
    const chain = drafts(100_000);
    for (const [at, draft] of chain.entries()) {
      const next = chain[at + 1];
      if (next) draft.links.set('next', next);
    }
    expect((await insertionOrder(chain)).order.at(-1)?.row).toBe(0);
  });
});
