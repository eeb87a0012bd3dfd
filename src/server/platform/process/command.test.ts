import { expect, it } from 'vitest';
import { callOf, readCommand, UsageError, type Command } from './command.ts';

const command: Command = {
  name: 'token create',
  meaning: 'Makes a token.',
  options: {
    email: { value: 'address', meaning: 'Whose it is.', required: true },
    quiet: { meaning: 'Says less.' },
  },
  run: async () => {},
};

const help = (...args: string[]) => {
  try {
    readCommand([command], args, 'skyledger');
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return null;
};

it('finds a command by its words and reads its options', () => {
  const found = readCommand(
    [command],
    ['token', 'create', '--email', 'a@example.com', '--quiet'],
    'skyledger',
  );
  expect(found).toEqual({ command, options: { email: 'a@example.com', quiet: 'true' } });
});

it('answers a wrong command line with the help that fits', () => {
  expect(help()).toMatch(/^Usage: skyledger <command>[\s\S]*token create +Makes a token\./);
  expect(help('token', 'destroy')).toContain('There is no command "token destroy".');
  expect(help('token', 'create')).toMatch(/^Missing: --email\.[\s\S]*--email <address> +Whose it is\./);
  expect(help('token', 'create', '--nope')).toContain("Unknown option '--nope'");
  expect(help('token', 'create', '--email', 'a@example.com', 'more')).toContain('more');
});

it('says in the help how the command line was started', () => {
  const usage = (environment: Record<string, string>) => {
    try {
      readCommand([command], ['token', 'create'], callOf(environment));
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
    return null;
  };
  expect(usage({ npm_lifecycle_event: 'skyledger' })).toContain(
    'Usage: npm run skyledger -- token create [options]',
  );
  expect(usage({})).toContain('Usage: skyledger token create [options]');
});
