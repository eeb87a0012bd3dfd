import { richText, richTextKind } from '#kernel/fields/rich-text.ts';
import { longestMessage, scanXml } from '#server/modules/access/saml/scan.ts';
import { writeXlsx, type Sheet } from '#server/platform/files/xlsx.ts';
import { atMost, type Figure } from '../figures.ts';
import { slowness } from './turns.mjs';
import { LONGEST_TURN_MS } from './watched-portal.ts';

const ROWS = 100_000;
const PORTION = 500;
const MOST_MEMORY_MB = 150;
const MOST_SCAN_MS = 1000;
const CURRENCIES = ['EUR', 'USD', 'JPY', 'CHF'];

/** What a message may be made of; each piece is repeated to the longest message. */
const PIECES = [
  '<',
  '>',
  '/',
  'a',
  ' ',
  '="',
  '"',
  "'",
  '<a b="c">',
  '</a>',
  '&amp;',
  '<!',
  '<?',
  '<a ',
  '<a b="',
];

const plain: Sheet['columns'] = [
  { header: 'identifier', kind: 'text' },
  { header: 'count', kind: 'number' },
  { header: 'active_at', kind: 'date' },
  { header: 'created_at', kind: 'instant' },
];
const money: Sheet['columns'] = [
  { header: 'identifier', kind: 'text' },
  { header: 'currency', kind: 'text' },
  { header: 'amount', kind: 'money', currency: { column: 1 }, total: true },
];

/** By how many MB this process grows while so many rows are written. */
async function growthOf(columns: Sheet['columns'], row: (at: number) => unknown[]): Promise<number> {
  async function* many() {
    for (let at = 0; at < ROWS; at += PORTION)
      yield await Promise.resolve(Array.from({ length: PORTION }, (_, n) => row(at + n)));
  }
  const before = process.memoryUsage().rss;
  let most = before;
  for await (const _chunk of writeXlsx([{ name: 'Rows', columns, rows: many() }]))
    most = Math.max(most, process.memoryUsage().rss);
  return (most - before) / 1_000_000;
}

/** The processor time of `work`, in ms of a usual processor. */
function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / slowness();
}

/** What single functions take that strangers choose the arguments of. */
export async function measureFunctionLimits(say: (line: string) => void): Promise<Figure[]> {
  say('functions by themselves');
  const scans = PIECES.map((piece) =>
    processorMs(() => {
      try {
        scanXml(piece.repeat(longestMessage / piece.length));
      } catch {
        // It is to be refused; here it matters how soon.
      }
    }),
  );
  const openings = '<'.repeat(richText('Answer').max + 500);
  return [
    atMost('the longest message of a sign-in: scanned', Math.max(...scans), MOST_SCAN_MS, {
      unit: 'ms',
      digits: 1,
    }),
    atMost(
      'a text of nothing but openings of tags: blank or not',
      processorMs(() => richTextKind.isBlank(openings)),
      LONGEST_TURN_MS,
      { unit: 'ms', digits: 1 },
    ),
    atMost(
      'workbook of 100,000 rows: memory',
      await growthOf(plain, (at) => [`${at}`, at, '2026-03-29', '2026-03-29T18:00:00Z']),
      MOST_MEMORY_MB,
      { unit: 'MB' },
    ),
    atMost(
      'workbook of 100,000 rows with sums by currency: memory',
      await growthOf(money, (at) => [`${at}`, CURRENCIES[at % CURRENCIES.length], '1.25']),
      MOST_MEMORY_MB,
      { unit: 'MB' },
    ),
  ];
}
