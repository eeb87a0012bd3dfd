import { centsOf, decimalOf, type SimulatedLine } from './bill-lines.ts';

/** A line as Azure writes it, whose reservation is the one that it buys, uses or leaves unused. */
export interface AzureLine extends SimulatedLine {
  type: 'Usage' | 'Purchase' | 'Tax' | 'UnusedReservation';
  reservation: string | null;
}

const RESERVATION = '7c1d9f64-52ab-4e0e-9a37-d4f5b1c2a860';
/** The share of the reservation, in hundredths, that each of the first virtual machines uses; nobody uses the rest. */
const USED = [60, 30] as const;

const TYPES = { usage: 'Usage', purchase: 'Purchase', tax: 'Tax' } as const;

const ofLine = (line: SimulatedLine): AzureLine => ({
  ...line,
  type: TYPES[line.kind],
  reservation: line.kind === 'purchase' ? RESERVATION : null,
});

/** The machines that a reservation covers, each with what it uses of a price. */
const usersOf = (lines: readonly SimulatedLine[], price: string): AzureLine[] =>
  lines
    .filter(({ service }) => service === 'Virtual Machines')
    .slice(0, USED.length)
    .map((line, at) => ({
      ...line,
      type: 'Usage',
      amount: shareOf(price, USED[at] ?? 0),
      reservation: RESERVATION,
    }));

const shareOf = (price: string, hundredths: number): string =>
  decimalOf(Math.floor((centsOf(price) * hundredths) / 100));

/** Lines as they are billed: who bought a reservation pays its price, and what it covers costs nothing. */
export const asBilled = (lines: readonly SimulatedLine[]): AzureLine[] =>
  lines.flatMap((line) =>
    line.kind === 'purchase'
      ? [ofLine(line), ...usersOf(lines, line.amount).map((used) => ({ ...used, amount: '0.00' }))]
      : [ofLine(line)],
  );

/** The same lines amortised: the price of a reservation is what its users use of it, and what nobody used. */
export const asAmortised = (lines: readonly SimulatedLine[]): AzureLine[] =>
  lines.flatMap((line) => {
    if (line.kind !== 'purchase') return [ofLine(line)];
    const used = usersOf(lines, line.amount);
    const cents = used.reduce((left, { amount }) => left - centsOf(amount), centsOf(line.amount));
    return [...used, { ...ofLine(line), type: 'UnusedReservation' as const, amount: decimalOf(cents) }];
  });
