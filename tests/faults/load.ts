import { randomUUID } from 'node:crypto';
import { NONE_ID } from '#kernel/ids.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Answer, Api } from '#tests/support/api.ts';

/** What every record of the writers refers to; the portal's own data set has none of this name. */
const CONTACT = 'owner.of.load@example.com';
const COMPANY = 'load';
export const ROWS_PER_IMPORT = 300;

/** A creation that was sent: its key lets it be sent again. */
interface Creation {
  key: string;
  identifier: string;
}

interface Counter {
  id: number;
  /** The last version that an answer vouched for. */
  acknowledged: number;
  /** Of the change whose answer is being waited for. */
  sent: number;
}

interface Refused {
  status: number;
  retryAfter: string | null;
}

/** What writers asked for, and what they were told. */
export class Ledger {
  /** Answered with 201. */
  readonly created = new Set<string>();
  /** Sent, and never answered with a success. */
  readonly unanswered: Creation[] = [];
  /** Answered with 201: the start of the identifiers of one import. */
  readonly imported = new Set<string>();
  readonly unansweredImports = new Set<string>();
  readonly counters = new Map<number, Counter>();
  companyId = 0;
  contactId = 0;
  /** Answers that were neither a success nor a connection that broke. */
  readonly refusals: Refused[] = [];

  get acknowledged(): number {
    const changes = [...this.counters.values()].reduce((sum, { acknowledged }) => sum + acknowledged - 1, 0);
    return this.created.size + this.imported.size + changes;
  }
}

/** The records that the writers' own refer to, with one record for each of `counters` to be changed. */
export async function prepareLoad(api: Api, ledger: Ledger, counters = 3): Promise<void> {
  const add = async (path: string, body: object) => {
    const { status, body: answer, text } = await api.post(path, body);
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
    return answer.data.id;
  };
  ledger.companyId = await add('/companies', { code: COMPANY });
  ledger.contactId = await add('/cloud_contacts', { email: CONTACT });
  // An import takes the first of both where its rows name none.
  for (const [path, name] of [
    ['/business_units', 'Load'],
    ['/departments', 'Load'],
  ] as const)
    await add(path, { name });
  for (let n = 0; n < counters; n += 1) {
    const id = await add('/companies', { code: `counter ${n}`, country: '1' });
    ledger.counters.set(id, { id, acknowledged: 1, sent: 1 });
  }
}

export interface Writers {
  /** Stops them; resolves when each has had its last answer or lost its connection. */
  stop: () => Promise<void>;
}

let made = 0;
const next = (what: string) => `${what}-${(made += 1)}-${randomUUID().slice(0, 8)}`;

/**
 * Creates, changes and imports without a pause, several at once, until stopped. `api` is asked for each request, so
 * that writers may turn to another process.
 */
export function startWriters(api: () => Api, ledger: Ledger, creators = 4): Writers {
  let stopped = false;
  const repeat = async (step: () => Promise<Answer | null>) => {
    while (!stopped) {
      const answer = await step();
      if (answer) note(ledger, answer);
      // Somebody who was refused waits a moment, or a closed door would be knocked at thousands of times.
      if (!answer || answer.status >= 300) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const running = [
    ...Array.from({ length: creators }, () => repeat(() => create(api(), ledger))),
    ...[...ledger.counters.values()].map((counter) => repeat(() => increase(api(), counter))),
    repeat(() => importBatch(api(), ledger)),
    repeat(() => importBatch(api(), ledger)),
  ];
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

function note({ refusals }: Ledger, { status, headers }: Answer): void {
  if (status >= 300) refusals.push({ status, retryAfter: headers.get('retry-after') });
}

/** The answer, or null where the connection broke, as it does when the other side is killed. */
async function answerOf(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function create(api: Api, ledger: Ledger): Promise<Answer | null> {
  const creation = { key: randomUUID(), identifier: next('created') };
  const answer = await answerOf(send(api, ledger, creation));
  if (answer?.status === 201) ledger.created.add(creation.identifier);
  else ledger.unanswered.push(creation);
  return answer;
}

const send = (api: Api, { companyId, contactId }: Ledger, { key, identifier }: Creation) =>
  api.post(
    '/cost_centers',
    {
      identifier,
      companies_id: companyId,
      cloud_contact_id: contactId,
      business_units_id: NONE_ID,
      departments_id: NONE_ID,
    },
    { 'idempotency-key': key },
  );

/** One more, from the version that the last answer told; a change whose answer was lost is looked up first. */
async function increase(api: Api, counter: Counter): Promise<Answer | null> {
  if (counter.sent !== counter.acknowledged) {
    const now = await answerOf(api.get(`/companies/${counter.id}`));
    if (now?.status !== 200) return now;
    counter.acknowledged = counter.sent = now.body.data.lock_version;
  }
  counter.sent = counter.acknowledged + 1;
  const body = { country: String(counter.sent), lock_version: counter.acknowledged };
  const answer = await answerOf(api.put(`/companies/${counter.id}`, body));
  if (answer?.status === 200) counter.acknowledged = counter.sent;
  return answer;
}

async function importBatch(api: Api, ledger: Ledger): Promise<Answer | null> {
  const batch = next('batch');
  const data = Array.from({ length: ROWS_PER_IMPORT }, (_, n) => ({
    identifier: `${batch}.${n}`,
    companies_code: COMPANY,
    cloud_contact_email: CONTACT,
  }));
  const headers = { 'idempotency-key': batch };
  const answer = await answerOf(api.post('/cost_centers/import_json', { data }, headers));
  (answer?.status === 201 ? ledger.imported : ledger.unansweredImports).add(batch);
  return answer;
}

/**
 * Sends again, with the same keys, what was never answered; each must succeed now, whether or not it had been done.
 * Answers how many had been done before.
 */
export async function sendAgain(api: Api, ledger: Ledger): Promise<number> {
  let replayed = 0;
  for (const creation of ledger.unanswered.splice(0)) {
    const answer = await send(api, ledger, creation);
    if (answer.status !== 201) throw new Error(`Sent again, it was refused: ${answer.status} ${answer.text}`);
    if (answer.headers.has('idempotency-replayed')) replayed += 1;
    ledger.created.add(creation.identifier);
  }
  return replayed;
}

/** What the database holds that contradicts the ledger, as sentences; none is as it must be. */
export async function contradictions(db: Database, ledger: Ledger): Promise<string[]> {
  const found: string[] = [];
  const { rows: created } = await db.query<{ identifier: string; records: number; lines: number }>(
    `SELECT c.identifier, count(DISTINCT c.id)::int AS records, count(h.id)::int AS lines
       FROM cost_centers c LEFT JOIN record_history h ON h.resource = 'cost_centers' AND h.record_id = c.id
      WHERE c.identifier LIKE 'created-%' GROUP BY c.identifier`,
  );
  const kept = new Map(created.map((row) => [row.identifier, row]));
  for (const identifier of ledger.created)
    if (!kept.has(identifier)) found.push(`${identifier} was acknowledged and is lost`);
  for (const { identifier, records, lines } of created)
    if (records !== 1 || lines !== 1)
      found.push(`${identifier}: ${records} records, ${lines} lines of history`);

  const { rows: batches } = await db.query<{ batch: string; records: number; lines: number }>(
    `SELECT split_part(c.identifier, '.', 1) AS batch, count(DISTINCT c.id)::int AS records,
            count(h.id)::int AS lines
       FROM cost_centers c LEFT JOIN record_history h ON h.resource = 'cost_centers' AND h.record_id = c.id
      WHERE c.identifier LIKE 'batch-%' GROUP BY 1`,
  );
  const whole = new Set<string>();
  for (const { batch, records, lines } of batches) {
    if (records === ROWS_PER_IMPORT && lines === ROWS_PER_IMPORT) whole.add(batch);
    else found.push(`import ${batch}: ${records} records, ${lines} lines of history`);
  }
  for (const batch of ledger.imported)
    if (!whole.has(batch)) found.push(`import ${batch} was acknowledged and is lost`);

  const { rows: counters } = await db.query<{ id: number; value: string; version: number; lines: number }>(
    `SELECT c.id, c.country AS value, c.lock_version AS version, count(h.id)::int AS lines
       FROM companies c LEFT JOIN record_history h ON h.resource = 'companies' AND h.record_id = c.id
      WHERE c.code LIKE 'counter %' GROUP BY c.id`,
  );
  for (const { id, value, version, lines } of counters) {
    const { acknowledged = 0, sent = 0 } = ledger.counters.get(id) ?? {};
    if (version < acknowledged || version > sent)
      found.push(`counter ${id}: version ${version}, acknowledged ${acknowledged}, sent ${sent}`);
    if (Number(value) !== version || lines !== version)
      found.push(`counter ${id}: version ${version}, value ${value}, ${lines} lines of history`);
  }
  if (counters.length !== ledger.counters.size) found.push('a counter is lost');
  return found;
}
