import fc from 'fast-check';

/** Generated inputs are the same in each run of `npm test`, and others in each run of `npm run test:all`. */
if (process.env['EVERYTHING'] === undefined) fc.configureGlobal({ seed: 20_260_101 });
