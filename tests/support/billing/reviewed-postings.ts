import { reviewed } from './pre-ap.ts';

/** How finance books a cost center: on other ones, each with an amount. */
export type Booked = Readonly<Record<string, readonly (readonly [to: string, amount: number])[]>>;

/** The workbook as finance hands it in that books these cost centers otherwise. */
export const bookedOtherwise = (workbook: Uint8Array, booked: Booked): Promise<string> =>
  reviewed(workbook, (rows, column) =>
    rows.flatMap((row) => {
      const parts = booked[String(row[column('Cost Center')])];
      if (!parts) return [row];
      return parts.map(([to, amount]) => {
        const part = [...row];
        part[column('Cost Center')] = to;
        part[column('Amount')] = amount;
        return part;
      });
    }),
  );
