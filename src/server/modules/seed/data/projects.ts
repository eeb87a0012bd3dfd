import { costCenters } from './cost-centers.ts';

/** A network of the example data. Days count from the day of the first start. */
export interface ExampleNetwork {
  identifier: string;
  wbs: string;
  center: string;
  active: number;
  expires?: number;
  replacement?: string;
  approved: boolean;
}

export interface ExampleProject {
  identifier: string;
  network: string;
  sapName: string;
  ppmName: string;
  active: number;
  expires?: number;
  ends?: number;
  replacement?: string;
  running: boolean;
  approved: boolean;
}

/** What the projects of a unit are about. */
const SUBJECTS = [
  ['Player Account Move', 'Player accounts to the cloud'],
  ['Draw Engine Renewal', 'Renew the draw engine'],
  ['Retail Terminal Fleet', 'Terminals of the retailers'],
  ['Odds Feed', 'Feed of odds in real time'],
  ['Responsible Gaming', 'Limits and self-exclusion'],
  ['Data Platform', 'One platform for all reports'],
  ['Identity and Access', 'One sign-in for everybody'],
  ['Disaster Recovery', 'Second region for what must run'],
  ['Jackpot Network', 'Jackpots across countries'],
  ['Finance Closing', 'Closing of the month in three days'],
] as const;

/** Centers that pay for projects: those that are no WBS elements themselves. */
const payers = costCenters.filter(({ identifier }) => !identifier.includes('/'));

const number = (at: number) => String(4_000_100 + at * 10);

/** Two networks for every third cost center, one for the others; every seventh was replaced by the next. */
export const networks: readonly ExampleNetwork[] = payers.flatMap((center, at) =>
  Array.from({ length: at % 3 === 0 ? 2 : 1 }, (_, nth) => {
    const ended = at % 7 === 3 && nth === 0;
    return {
      identifier: number(at * 2 + nth),
      wbs: `${center.identifier.slice(0, 4)}.${String(at + 10)}.${String(nth + 1).padStart(2, '0')}`,
      center: center.identifier,
      active: center.active + 15,
      ...(ended && { expires: -20 - at, replacement: number(((at + 1) % payers.length) * 2) }),
      ...(at % 11 === 5 && { expires: 12 + at }),
      approved: at % 5 !== 4,
    };
  }),
);

export const projects: readonly ExampleProject[] = networks.map((network, at) => {
  const [subject, portfolio] = SUBJECTS[at % SUBJECTS.length] ?? SUBJECTS[0];
  const done = at % 6 === 5;
  return {
    identifier: `P-${String(20_300 + at * 7)}`,
    network: network.identifier,
    sapName: `${subject} ${String((at % 4) + 1)}`,
    ppmName: portfolio,
    active: network.active + 10,
    ...(done && { expires: -10 - at }),
    ends: done ? -10 - at : 120 + at * 5,
    ...(done && at % 12 === 5 && { replacement: `P-${String(20_300 + (at + 1) * 7)}` }),
    running: !done,
    approved: at % 4 !== 3,
  };
});
