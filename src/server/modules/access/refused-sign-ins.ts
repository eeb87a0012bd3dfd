import type { FastifyBaseLogger } from 'fastify';
import type { RefusedSignIn } from '#calls/refused-sign-ins.ts';
import type { Database } from '#server/platform/database/database.ts';
import { adviceFor } from './advice.ts';
import type { Described } from './person.ts';

/** So many are kept, and for so long; what is older is removed. */
const MOST_KEPT = 5000;
const KEPT_DAYS = 90;
/** Of one reason from one address, so that nobody can push out all others by themselves. */
const MOST_ALIKE = 100;
/** Most that are listed at once. */
const MOST_LISTED = 200;

interface Refused extends Pick<RefusedSignIn, 'kind'> {
  reason: string;
  /** The words of another system about it. */
  detail?: string | null;
  /** Only where the provider vouched for them: nothing of an answer that was not verified is kept. */
  person?: Described;
}

/** The request of a browser. */
interface Request {
  /** The number that the person reads on the page. */
  id: string;
  ip: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Keeps a refused sign-in for administrators. A failure to do so is logged: whoever signs in is answered all the same. */
export async function keepRefusal(
  db: Database,
  { id, ip, log }: Request,
  { kind, reason, detail = null, person = { email: null, name: null } }: Refused,
): Promise<void> {
  try {
    await db.query(
      `WITH kept AS (
         INSERT INTO refused_sign_ins (kind, reason, detail, email, name, request_id, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7))
       DELETE FROM refused_sign_ins WHERE id IN (
         SELECT id FROM refused_sign_ins WHERE address = $7 AND reason = $2
         ORDER BY id DESC OFFSET ${MOST_ALIKE - 1})`,
      [kind, reason, detail, person.email, person.name, id, ip],
    );
  } catch (error) {
    log.warn({ err: error }, 'the refused sign-in was not kept');
  }
}

/** Those with this text in the person, the address or the number, the newest first, with what to do about each. */
export async function listRefusals(
  db: Database,
  q: string,
): Promise<{ rows: RefusedSignIn[]; total: number }> {
  type Row = Omit<RefusedSignIn, 'reason' | 'advice'> & { given: string; total: number };
  const { rows } = await db.query<Row>(
    `SELECT id::text, at, kind, reason AS given, detail, email, name, request_id, address,
       count(*) OVER ()::integer AS total
     FROM refused_sign_ins r
     WHERE $1 = '' OR strpos(lower(concat_ws(' ', email, name, address, request_id)), lower($1)) > 0
     ORDER BY r.id DESC LIMIT ${MOST_LISTED}`,
    [q],
  );
  const shown = rows.map(({ total: _total, given, ...row }) => ({
    ...row,
    reason: sentence(given),
    advice: sentence(adviceFor(given)),
  }));
  return { rows: shown, total: rows[0]?.total ?? 0 };
}

/** Removes what is too old, and the oldest of too many. */
export async function removeOldRefusals(db: Database): Promise<void> {
  await db.query(
    `DELETE FROM refused_sign_ins WHERE at < now() - interval '${KEPT_DAYS} days'
       OR id <= (SELECT id FROM refused_sign_ins ORDER BY id DESC OFFSET ${MOST_KEPT} LIMIT 1)`,
  );
}

/** `the response is not signed` → `The response is not signed.` */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
