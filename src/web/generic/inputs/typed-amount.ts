/** Between the digits of a long number: a space of any kind, or an apostrophe. */
const SPACES = /(?<=\d)[\s'’](?=\d{3}(?!\d))/gu;

/**
 * Reads a decimal as people write it: `1,234.50`, `1.234,50`, `1 234,5`, `1'234.50`, `-20`. A comma with three digits after
 * it groups them, as amounts are shown here; what could mean two amounts is read as it would be shown. Answers the
 * decimal with a point and without groups, such as `1234.50`; null for what is none.
 */
export function readTypedAmount(text: string): string | null {
  const typed = text.trim().replaceAll(SPACES, '').replace(/^[−–]/u, '-');
  const digits = withPoint(typed);
  return digits !== null && /^[+-]?\d+(?:\.\d+)?$/.test(digits) ? digits.replace(/^\+/, '') : null;
}

/** The same number with a point before its decimals and nothing between its other digits; null where that is unclear. */
function withPoint(typed: string): string | null {
  const comma = typed.lastIndexOf(',');
  const point = typed.lastIndexOf('.');
  if (comma >= 0 && point >= 0) {
    // The later one is before the decimals.
    const [group, before] = comma > point ? ['.', ','] : [',', '.'];
    const end = Math.max(comma, point);
    const [whole, part] = [typed.slice(0, end), typed.slice(end + 1)];
    return isGrouped(whole, group) && !whole.includes(before)
      ? `${whole.replaceAll(group, '')}.${part}`
      : null;
  }
  if (comma >= 0) {
    if (isGrouped(typed, ',')) return typed.replaceAll(',', '');
    return typed.indexOf(',') === comma ? typed.replace(',', '.') : null;
  }
  return typed.indexOf('.') === point ? typed : isGrouped(typed, '.') ? typed.replaceAll('.', '') : null;
}

/** Whether groups of three digits are between these signs. */
const isGrouped = (whole: string, sign: string) =>
  new RegExp(`^[+-]?\\d{1,3}(?:\\${sign}\\d{3})+$`).test(whole);
