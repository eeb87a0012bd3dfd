/** Builds the web as `npm start` does: nothing when its sources have not changed. */
import { setUp } from '../setup.mjs';

await setUp();
