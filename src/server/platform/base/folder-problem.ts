import { errorCode, StartError } from './start-error.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FORBIDDEN = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The sentence for a disk that is too small for the database. */
export const noSpaceFor = (cluster: string, cause: unknown): StartError =>
  new StartError(
    `There is no space left for the database in ${cluster}. Free some, or set DATA_DIR to another folder.`,
    { cause },
  );

/** A failed file operation in the data folder as one sentence; what is no such failure is passed through. */
export function folderProblem(dataDir: string, error: unknown): Error {
  if (error instanceof StartError) return error;
  const code = errorCode(error) ?? '';
  const choose = 'or set DATA_DIR to another folder.';
  if (FULL.has(code)) {
    return new StartError(`The data folder ${dataDir} has no space left. Free some, ${choose}`, {
      cause: error,
    });
  }
  if (FORBIDDEN.has(code)) {
    return new StartError(
      `The data folder ${dataDir} cannot be written by this user. Change its rights, ${choose}`,
      {
        cause: error,
      },
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT') {
    return new StartError(
      `The data folder ${dataDir} cannot be created there. Remove what is in its way, ${choose}`,
      {
        cause: error,
      },
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}
