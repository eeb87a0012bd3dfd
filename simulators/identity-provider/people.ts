/** Someone this provider can vouch for. */
export interface Person {
  id: string;
  name: string;
  email: string;
  /** The person's job, for the choice. */
  job: string;
  groups: string[];
}

/** Groups that the provider sends as the attribute `groups`. */
export const groups = [
  'ccoe-admins',
  'ccoe-operators',
  'ccoe-editors',
  'ccoe-viewers',
  'cloud-owners',
] as const;

export const people: Person[] = [
  {
    id: 'maya',
    name: 'Maya Okafor',
    email: 'maya.okafor@example.com',
    job: 'Head of the cloud centre of excellence',
    groups: ['ccoe-admins'],
  },
  {
    id: 'jonas',
    name: 'Jonas Lindqvist',
    email: 'jonas.lindqvist@example.com',
    job: 'Cloud engineer: accounts, directory, billing runs',
    groups: ['ccoe-operators'],
  },
  {
    id: 'priya',
    name: 'Priya Raman',
    email: 'priya.raman@example.com',
    job: 'FinOps analyst: cost centers and owners',
    groups: ['ccoe-editors'],
  },
  {
    id: 'tomas',
    name: 'Tomás Herrera',
    email: 'tomas.herrera@example.com',
    job: 'Financial controller',
    groups: ['ccoe-viewers'],
  },
  {
    id: 'anders',
    name: 'Anders Lindqvist',
    email: 'anders.lindqvist@example.com',
    job: 'Owner of cost centers, cloud accounts and a seat of GitHub Copilot',
    groups: ['cloud-owners'],
  },
  {
    id: 'alex',
    name: 'Alex Novak',
    email: 'alex.novak@example.com',
    job: 'Contractor in no group of the centre',
    groups: [],
  },
];
