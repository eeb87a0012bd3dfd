/**
 * What a process that a test starts has of this one's environment: where programs are found, where temporary files go,
 * and what Node has compiled of the same files before; none of this machine's settings.
 */
export function childEnvironment(): Record<string, string> {
  const names = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
