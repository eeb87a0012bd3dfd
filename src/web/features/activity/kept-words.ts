import type { Resource } from '#kernel/resource.ts';
import { listed } from '#kernel/written.ts';

/** The models of which not everything is recorded; empty where nothing lacks. */
export function keptWords(resources: readonly Resource[]): string {
  const named = (history: Resource['history']) =>
    resources.filter((one) => one.source === 'table' && one.history === history).map(({ label }) => label[1]);
  const [none, short] = [named('none'), named('short')];
  const sentences = [
    none.length > 0 && `No history is kept of ${listed(none)}.`,
    short.length > 0 &&
      `Of ${listed(short)} it is told what was changed, deleted and restored, and not how records began.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
