import pg from 'pg';

const { builtins } = pg.types;
const DATE_ARRAY = 1182;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
const TIMESTAMPTZ_ARRAY = 1185;

type Parser = (text: string) => unknown;
type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as TypeId, 'text') as (
  text: string,
) => (string | null)[];

const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    parseTextArray(text).map((item) => (item === null ? null : parse(item)));

/** A number where a double holds it exactly, else its digits. */
function parseInt8(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** '2026-03-29 10:00:00.123456+00' → '2026-03-29T10:00:00.123Z', the form of all instants. Sessions run in UTC. */
function parseInstant(text: string): string {
  const utc = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  return utc ? `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : text;
}

const asText: Parser = (text) => text;

const parsers = new Map<number, Parser>([
  [builtins.INT8, parseInt8],
  [INT8_ARRAY, arrayOf(parseInt8)],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [DATE_ARRAY, arrayOf(asText)],
  [builtins.TIMESTAMP, asText],
  [builtins.TIMESTAMPTZ, parseInstant],
  [TIMESTAMPTZ_ARRAY, arrayOf(parseInstant)],
]);

/** The parser for a column: the driver's own, but for types that it would bend (dates into the local zone). */
export function parseColumn(oid: number, format?: 'text' | 'binary'): Parser {
  const own = format === 'binary' ? undefined : parsers.get(oid);
  return own ?? (pg.types.getTypeParser(oid as TypeId, format as 'text') as Parser);
}
