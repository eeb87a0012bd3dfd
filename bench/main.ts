/**
 * `npm run bench`: measures the portal with 100,000 cost centers beside what the machine could do without it,
 * in one run, so that the ratios hold on any machine. `npm run bench -- lists start` runs these parts alone;
 * `--data FOLDER` keeps the rows there for the next run, `--rows 100000` measures lists on a table of that size alone, and
 * bills of providers with so many lines. `npm run bench -- soak` is an hour of mixed load, or as long as `--minutes` says;
 * `npm run bench -- ten-jobs` counts the steps of the commonest jobs.
 */
import { parseArgs } from 'node:util';
import { tableOf, unmeasured, type Figure } from './figures.ts';
import { measureAccountLife } from './parts/account-life.ts';
import { measureAnomalies } from './parts/anomalies.ts';
import { measureBilling } from './parts/billing.ts';
import { measureMonths } from './parts/billing-months.ts';
import { measureBills } from './parts/bills.ts';
import { measureDirectory } from './parts/directory.ts';
import { measureDownload } from './parts/download.ts';
import { measureFactory } from './parts/factory.ts';
import { measureFailover } from './parts/failover.ts';
import { measureGrid } from './parts/grid.ts';
import { measureImport } from './parts/import.ts';
import { measureIntake } from './parts/intake.ts';
import { measureLimits } from './parts/limits.ts';
import { measureLists } from './parts/lists.ts';
import { measureReach } from './parts/reach.ts';
import { measureReport } from './parts/report.ts';
import { measureScreens } from './parts/screens.ts';
import { measureScroll } from './parts/scroll.ts';
import { measureSearch } from './parts/search.ts';
import { measureSignIn } from './parts/sign-in.ts';
import { measureSoak } from './parts/soak.ts';
import { measureStart } from './parts/start.ts';
import { measureSync } from './parts/sync.ts';
import { measureTenJobs } from './parts/ten-jobs.ts';
import { measureUploads } from './parts/uploads.ts';
import { measureVisit } from './parts/visit.ts';
import { measureWeb } from './parts/web.ts';
import { measureWrites } from './parts/writes.ts';
import { createWorld, type World } from './world.ts';

type Part = (world: World, say: (line: string) => void) => Promise<Figure[]>;

const parts: Record<string, Part> = {
  lists: measureLists,
  writes: measureWrites,
  import: measureImport,
  download: measureDownload,
  search: measureSearch,
  report: measureReport,
  bills: measureBills,
  billing: measureBilling,
  intake: measureIntake,
  months: measureMonths,
  anomalies: measureAnomalies,
  factory: measureFactory,
  'account-life': measureAccountLife,
  sync: measureSync,
  directory: measureDirectory,
  reach: measureReach,
  web: measureWeb,
  visit: measureVisit,
  uploads: measureUploads,
  grid: measureGrid,
  scroll: measureScroll,
  'sign-in': measureSignIn,
  start: measureStart,
  failover: measureFailover,
  screens: measureScreens,
  limits: measureLimits,
  'ten-jobs': measureTenJobs,
  soak: measureSoak,
};

/** Takes an hour, or many minutes, or holds nothing against a bound, so it runs only where it is named. */
const NAMED_ONLY = ['soak', 'screens', 'ten-jobs'];

/** Have a portal and data of their own. */
const WITHOUT_ROWS = ['ten-jobs'];

const say = (line: string) => console.log(line);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' }, rows: { type: 'string' }, minutes: { type: 'string' } },
  });
  const unknown = positionals.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  const wanted = Object.entries(parts).filter(
    ([name]) => positionals.includes(name) || (positionals.length === 0 && !NAMED_ONLY.includes(name)),
  );

  const empty = wanted.every(([name]) => WITHOUT_ROWS.includes(name));
  const world = await createWorld(say, { ...values, empty });
  const end = () => void world.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const figures: Figure[] = [];
  try {
    for (const [name, measure] of wanted) {
      say(`\n${name}`);
      figures.push(
        ...(await measure(world, (line) => say(`  ${line}`)).catch((error) => unmeasured(name, error))),
      );
    }
  } finally {
    await world.close();
  }
  say(`\n${tableOf(figures)}`);
  const missed = figures.filter(({ met }) => met === false).length;
  say(`\n${figures.filter(({ met }) => met).length} met, ${missed} missed`);
  process.exitCode = missed > 0 ? 1 : 0;
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
