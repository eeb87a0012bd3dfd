import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** How one kind of caller behaves: what it does, how many do so, and how long each rests in between. */
interface Caller {
  does: string;
  callers: number;
  restMs: number;
  act: (ask: Ask, turn: number) => Promise<void>;
}

/** Asks the API and reads the answer to its end. @throws where the answer is no success */
type Ask = (method: string, path: string, body?: object) => Promise<Answer>;
interface Answer {
  data?: { id?: number; lock_version?: number; job?: { id: string } };
}

export interface SoakLoad {
  /** What failed, and why it first did. */
  failures: Map<string, { times: number; reason: string }>;
  /** How often each thing was done. */
  done: Record<string, number>;
  /** Resolves once every caller has had its last answer. */
  over: Promise<void>;
}

const IMPORTED = 500;
const SEARCHED = ['10', 'example', 'corporate', 'a.b', 'nothing of the kind'];

async function createChangeDelete(ask: Ask, turn: number): Promise<void> {
  const code = `SOAK${turn}-${randomBytes(4).toString('hex')}`;
  const { data } = await ask('POST', '/companies', { code });
  await ask('PUT', `/companies/${data?.id}`, { country: 'Malta', lock_version: data?.lock_version });
  await ask('DELETE', `/companies/${data?.id}`);
}

/** Rows like the first one there, as a file of them would be looked through before it is imported. */
async function tryImport(ask: Ask, turn: number): Promise<void> {
  const { data: there } = (await ask('GET', '/cost_centers?page=1&per_page=1')) as { data?: unknown };
  const [{ companies_code, cloud_contact_email }] = there as [Record<string, string>];
  const data = Array.from({ length: IMPORTED }, (_, at) => ({
    identifier: `SOAK${turn}.${at}`,
    companies_code,
    cloud_contact_email,
  }));
  await ask('POST', '/cost_centers/import_json', { data, dry_run: true });
}

/** A report takes the longest of all work: it is asked for, then followed to its end as a page would. */
async function report(ask: Ask): Promise<void> {
  const { data } = await ask('POST', '/cost_centers/send_report', { email: true });
  for (let state = 'queued'; state === 'queued' || state === 'running'; await pause(1000)) {
    const job = (await ask('GET', `/jobs/${data?.job?.id}`)) as { data?: { state?: string } };
    state = job.data?.state ?? 'missing';
    if (state === 'failed' || state === 'missing') throw new Error(`The report is ${state}.`);
  }
}

const mix: readonly Caller[] = [
  {
    does: 'page of a list',
    callers: 4,
    restMs: 100,
    act: async (ask, turn) =>
      void (await ask('GET', `/cost_centers?page=${1 + ((turn * 37) % 3900)}&per_page=25&sort=-created_at`)),
  },
  {
    does: 'search',
    callers: 2,
    restMs: 200,
    act: async (ask, turn) =>
      void (await ask('GET', `/search?q=${encodeURIComponent(SEARCHED[turn % SEARCHED.length] ?? '')}`)),
  },
  { does: 'record made, changed, deleted', callers: 2, restMs: 300, act: createChangeDelete },
  {
    does: 'import tried',
    callers: 1,
    restMs: 5000,
    act: tryImport,
  },
  {
    does: 'CSV of all rows',
    callers: 1,
    restMs: 20_000,
    act: async (ask) => void (await ask('GET', '/cost_centers.csv')),
  },
  { does: 'report', callers: 1, restMs: 60_000, act: report },
];

/** Callers come and go: a stream of events is open for a few seconds, then its page is closed. */
async function listen(url: string, authorization: string): Promise<void> {
  const leaves = AbortSignal.timeout(3000);
  try {
    const answer = await fetch(`${url}/api/events`, {
      headers: { authorization, accept: 'text/event-stream' },
      signal: leaves,
    });
    if (!answer.ok) throw new Error(`/events answers ${answer.status}`);
    await answer.body?.pipeTo(new WritableStream());
  } catch (error) {
    if (!leaves.aborted) throw error;
  }
}

/** Everything that a day has, at once, until `until` (of `performance.now`): each caller waits for its answer, then rests. */
export function startSoak(url: string, authorization: string, until: number): SoakLoad {
  const failures: SoakLoad['failures'] = new Map();
  const done: Record<string, number> = {};
  const ask: Ask = async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const isJson = answer.headers.get('content-type')?.includes('json');
    // What is no JSON is only read to its end, as a browser writes it to a file.
    if (answer.ok && !isJson) await answer.body?.pipeTo(new WritableStream());
    const text = answer.ok && !isJson ? '' : await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${text.slice(0, 300)}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  };
  const run = async ({ does, restMs, act }: Caller, caller: number) => {
    for (let turn = caller * 1000; performance.now() < until; turn += 1) {
      try {
        await act(ask, turn);
        done[does] = (done[does] ?? 0) + 1;
      } catch (error) {
        const { times, reason } = failures.get(does) ?? { times: 0, reason: String(error) };
        failures.set(does, { times: times + 1, reason });
      }
      await pause(Math.min(restMs, Math.max(0, until - performance.now())));
    }
  };
  const listening: Caller = {
    does: 'stream of events',
    callers: 3,
    restMs: 500,
    act: () => listen(url, authorization),
  };
  const all = [...mix, listening].flatMap((caller) =>
    Array.from({ length: caller.callers }, (_, at) => run(caller, at)),
  );
  return { failures, done, over: Promise.all(all).then(() => undefined) };
}
