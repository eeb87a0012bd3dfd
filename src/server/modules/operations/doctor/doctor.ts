import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command, CommandContext } from '#server/platform/process/command.ts';
import { projectRoot, readEnvironment, type Config } from '#server/platform/config/config.ts';
import type { Examination, Examine, Finding } from '#server/platform/process/finding.ts';
import { StartError } from '#server/platform/base/start-error.ts';
import { examineDataFolder } from './data-folder.ts';
import { examineDatabase } from './database.ts';
import { examineMail } from './mail.ts';
import { examineSettings } from './settings.ts';

const MARKS: Record<Finding['state'], string> = {
  ok: 'ok',
  warning: 'WARNING',
  failed: 'FAILED',
  skipped: '-',
};
const MARK_WIDTH = 9;
const WHAT_WIDTH = 24;

/** Sign-in takes no more than a minute of difference. */
const CLOCK_LIMIT = 60;
const CLOCK_REMARKABLE = 5;

/** The examinations of the modules. */
export interface Examined {
  identityProvider: Examine;
  /** The providers of clouds, in the order in which they are reported. */
  clouds: readonly Examine[];
  /** Services whose addresses are in the database; examined once the database was reached. */
  kept: readonly ((context: CommandContext) => Promise<Examination>)[];
}

/** The command that examines everything that the portal needs. */
export function doctorCommand(examined: Examined): Command {
  return {
    name: 'doctor',
    meaning: 'Examines settings, database, mail, sign-in, clouds, clock and disk, and says what is wrong.',
    options: {},
    run: async (context) => {
      const findings = await examine(context, examined);
      for (const { state, what, message } of findings)
        context.print(`${MARKS[state].padEnd(MARK_WIDTH)}${what.padEnd(WHAT_WIDTH)}${message}`);
      const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
      const failed = count('failed');
      context.print(`\n${count('ok')} ok, ${count('warning')} warnings, ${failed} failed`);
      if (failed > 0) throw new StartError('Something is wrong; see the lines with FAILED.');
    },
  };
}

async function examine(
  context: CommandContext,
  { identityProvider, clouds, kept }: Examined,
): Promise<Finding[]> {
  let config: Config;
  try {
    ({ config } = context);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return mistakes(error);
  }
  // Before the database, which may take the folder for this command.
  const folder = await examineDataFolder(config);
  const [database, mail, provider, ...others] = await Promise.all([
    examineDatabase(context),
    examineMail(config),
    identityProvider(config),
    ...clouds.map(async (cloud) => cloud(config)),
  ]);
  const isReached = !database.findings.some(({ state }) => state === 'failed');
  const keptFindings = isReached ? await Promise.all(kept.map((one) => one(context))) : [];
  return [
    ...examineSettings(config, readEnvironment()),
    ...folder,
    web(),
    ...database.findings,
    mail,
    ...provider.findings,
    ...[...others, ...keptFindings].flatMap(({ findings }) => findings),
    clock('the database', database.ahead),
    clock('the identity provider', provider.ahead),
  ];
}

/** The list of a start that was refused, one finding for each of its lines. */
function mistakes({ message }: StartError): Finding[] {
  const lines = message.split('\n').filter((line) => line.startsWith('  - '));
  const found = lines.length > 0 ? lines.map((line) => line.slice('  - '.length)) : [message];
  return found.map((line) => ({ state: 'failed', what: 'settings', message: line }));
}

function web(): Finding {
  const what = 'web';
  return existsSync(path.join(projectRoot, 'dist/web/index.html'))
    ? { state: 'ok', what, message: 'It is built.' }
    : { state: 'warning', what, message: 'It is not built yet; npm start does it.' };
}

function clock(other: string, ahead: number | undefined): Finding {
  const what = 'clock';
  if (ahead === undefined)
    return { state: 'skipped', what, message: `There is no time of ${other} to compare with.` };
  const seconds = Math.abs(ahead).toFixed(1);
  const message = `It is ${seconds} s ${ahead < 0 ? 'behind' : 'ahead of'} that of ${other}.`;
  if (Math.abs(ahead) > CLOCK_LIMIT)
    return { state: 'failed', what, message: `${message} Set both by NTP; nobody can sign in.` };
  return { state: Math.abs(ahead) > CLOCK_REMARKABLE ? 'warning' : 'ok', what, message };
}
