/**
 * Runs once before the journeys and leaves the browser's program in CHROMIUM_PATH, which their workers inherit.
 * The configuration itself looks for none: other tools read it too.
 */
import { requireChromium } from './chromium.mjs';

export default function findBrowser() {
  process.env.CHROMIUM_PATH = requireChromium();
}
