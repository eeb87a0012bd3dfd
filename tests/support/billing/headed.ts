const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * A CSV with a provider's whole header, of which rows fill in some columns by their names.
 * @param header the names, with commas between them
 */
export function headed(header: string, ...rows: Record<string, string>[]): string {
  const names = header.split(',');
  for (const row of rows)
    for (const name of Object.keys(row))
      if (!names.includes(name)) throw new Error(`The header has no column '${name}'.`);
  const lines = rows.map((row) => names.map((name) => quoted(row[name] ?? '')).join(','));
  return [header, ...lines].join('\r\n') + '\r\n';
}
