import type { AwsClients } from './clients.ts';

/** Pages of the SDK as pages of ours, with failures of ours. */
export async function* paged<P, T>(
  clients: AwsClients,
  doing: string,
  pages: AsyncIterator<P, unknown>,
  rows: (page: P) => T[],
): AsyncGenerator<T[]> {
  for (;;) {
    const next = await clients.call(doing, async () => pages.next());
    if (next.done === true) return;
    yield rows(next.value);
  }
}

/** The items of all pages. */
export async function whole<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
