import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import type { JoinOptions, Store } from '../store/open-store.ts';
import { StartError } from '../base/start-error.ts';

export interface CommandOption {
  /** The value behind the option, such as 'address'; without it the option is a switch. */
  value?: string;
  meaning: string;
  required?: boolean;
}

export interface CommandContext {
  /** Read on first use. @throws {StartError} that lists what is wrong with the settings */
  readonly config: Config;
  /** The portal's database, migrated: the running portal's, or one that runs for this command. Closed afterwards. */
  openStore: (options?: JoinOptions) => Promise<Store>;
  /** Given options and arguments by name; a switch that is given is 'true'. */
  options: Record<string, string | undefined>;
  /** Writes a line for the person; everything else goes to the log on standard error. */
  print: (line: string) => void;
}

/** One command of the command line; modules export theirs, the command line lists them. */
export interface Command {
  /** One or two words, such as 'token create'. */
  name: string;
  meaning: string;
  /** The values behind the name without dashes, such as `file`; each must be given. */
  arguments?: Record<string, string>;
  options: Record<string, CommandOption>;
  /** @throws {StartError} or a Refusal whose message is printed; the exit code is then 1. */
  run: (context: CommandContext) => Promise<void>;
}

/** A command line that names no command, or names it wrongly; the message is the help. */
export class UsageError extends StartError {}

/** How the command line was started, for the help: npm says which of its scripts runs, the image and the service have a command of their own. */
export const callOf = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment['npm_lifecycle_event'] === 'skyledger' ? 'npm run skyledger --' : 'skyledger';

/**
 * The command and its options that `args` name.
 * @param call how the command line was started, such as `skyledger`, which the help repeats
 * @throws {UsageError} with the help of what was meant
 */
export function readCommand(
  commands: Command[],
  args: string[],
  call: string,
): { command: Command; options: Record<string, string | undefined> } {
  const command = commands.find(({ name }) => {
    const words = name.split(' ');
    return words.every((word, index) => args[index] === word);
  });
  if (!command) throw new UsageError(overview(commands, args, call));
  const rest = args.slice(command.name.split(' ').length);
  try {
    const wanted = Object.keys(command.arguments ?? {});
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: wanted.length > 0,
      options: Object.fromEntries(
        Object.entries(command.options).map(([name, option]) => [
          name,
          { type: option.value ? ('string' as const) : ('boolean' as const) },
        ]),
      ),
    });
    const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const missing = Object.keys(command.options).filter(
      (name) => command.options[name]?.required && !options[name],
    );
    if (missing.length > 0) throw new Error(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);
    if (positionals.length < wanted.length)
      throw new Error(`Missing: ${wanted.slice(positionals.length).map(shown).join(', ')}.`);
    if (positionals.length > wanted.length)
      throw new Error(`"${positionals[wanted.length]}" is one argument too many.`);
    for (const [at, name] of wanted.entries()) options[name] = positionals[at] ?? '';
    return { command, options };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}\n\n${usage(command, call)}`);
  }
}

function overview(commands: Command[], args: string[], call: string): string {
  const wrong = args.filter((arg) => !arg.startsWith('-')).join(' ');
  const lines = commands.map(({ name, meaning }) => `  ${name.padEnd(20)} ${meaning}`);
  return [
    ...(wrong ? [`There is no command "${wrong}".`, ''] : []),
    `Usage: ${call} <command> [options]`,
    '',
    ...lines,
  ].join('\n');
}

const shown = (argument: string) => argument.toUpperCase();

function usage({ name, meaning, arguments: taken = {}, options }: Command, call: string): string {
  const given = Object.entries(taken).map(([argument, what]) => `  ${shown(argument).padEnd(24)} ${what}`);
  const lines = Object.entries(options).map(([option, { value, meaning: what, required }]) => {
    const form = value ? `--${option} <${value}>` : `--${option}`;
    return `  ${form.padEnd(24)} ${what}${required ? '' : ' (optional)'}`;
  });
  const whole = [call, name, ...Object.keys(taken).map(shown), '[options]'].join(' ');
  return [`Usage: ${whole}`, meaning, '', ...given, ...lines].join('\n');
}
