/** The name under which a browser keeps its session, in `localStorage`. Its value is the web's own business. */
export const SESSION_KEY = 'skyledger.session';
