/** The SQL of a moment in the one form that moments have everywhere, such as 2026-03-29T10:00:00.000Z. */
export const instantText = (moment: string): string =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
