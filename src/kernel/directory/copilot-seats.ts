/** The findings among the seats of Copilot; the words of `by_seats`, and the members of `meta.seat_counts`. */
export const seatViews = ['without_cost_center', 'idle', 'pending_cancellation', 'gone'] as const;
export type SeatView = (typeof seatViews)[number];

/** A seat that was not used for so many days is idle; one that was never used, so long after it began. */
export const IDLE_DAYS = 60;

/**
 * GitHub's price list: a seat of each plan, a month. It shows what to expect; the charge is what was billed, and
 * never seats times a price.
 */
const SEAT_PRICES = [
  { plan: 'Business', price: 19, currency: 'USD' },
  { plan: 'Enterprise', price: 39, currency: 'USD' },
] as const;

/** The price list within a sentence. */
export const seatPriceWords = (): string =>
  `by its price list ${SEAT_PRICES.map(({ plan, price, currency }) => `${price} ${currency} a month for ${plan}`).join(' and ')}`;

/** How many seats there are to look at, and all that are assigned. */
export type SeatCounts = Readonly<Record<SeatView | 'assigned', number>>;
