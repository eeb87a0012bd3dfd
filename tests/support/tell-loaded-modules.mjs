import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Given to a process by `--import`, writes the address of each module that it loads to the file LOADED_MODULES, a line each. */
const file = process.env['LOADED_MODULES'];
if (file === undefined) throw new Error('LOADED_MODULES has to name the file for the addresses of modules.');
registerHooks({
  load(url, context, next) {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
