import row from './row.module.css';
import card from './row-card.module.css';

/** The class of a row: a line of the table, which on a narrow screen is a card. */
export const ROW_CLASS = `${row.row} ${card.card}`;
