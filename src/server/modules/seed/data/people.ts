/** The centre's own people and its community, and the certificates that they hold. */

type Line = readonly [
  name: string,
  team: 'Core' | 'Advisory' | 'Community',
  unit: string,
  department: string,
];

const lines: readonly Line[] = [
  ['Maya Okafor', 'Core', 'Cloud Centre of Excellence', 'Cloud Engineering'],
  ['Amelia Hart', 'Core', 'Cloud Centre of Excellence', 'Cloud Engineering'],
  ['Victoria Cheng', 'Core', 'Cloud Centre of Excellence', 'Information Security'],
  ['Sofia Almeida', 'Core', 'Cloud Centre of Excellence', 'Data & Analytics'],
  ['Marcus Bell', 'Advisory', 'Office of the CIO', 'General Administration'],
  ['Grace Nakamura', 'Advisory', 'Corporate', 'Finance'],
  ['Sean Murphy', 'Advisory', 'Shared Services', 'Legal & Compliance'],
  ['Callum Reid', 'Advisory', 'Digital & Betting', 'Sportsbook Platform'],
  ['Anders Lindqvist', 'Community', 'Digital & Betting', 'Sportsbook Platform'],
  ['Hannah Vogel', 'Community', 'Lottery', 'Lottery Systems'],
  ['Chiara Lombardi', 'Community', 'Lottery', 'Lottery Systems'],
  ['Paolo Ricci', 'Community', 'Lottery', 'Network Operations'],
  ['Imran Qureshi', 'Community', 'Gaming', 'Data & Analytics'],
  ['Maya Desai', 'Community', 'Gaming', 'Game Development'],
  ['Kevin Tran', 'Community', 'Gaming', 'Game Development'],
  ['Elena Petrova', 'Community', 'Global Operations', 'Cloud Engineering'],
  ['Laura Fenech', 'Community', 'Digital & Betting', 'Information Security'],
  ['Jonas Weber', 'Community', 'Shared Services', 'Finance'],
  ['Beatriz Salgado', 'Community', 'Lottery', 'Game Development'],
  ['Zoë Martin', 'Community', 'Digital & Betting', 'Quality Assurance'],
];

/** `Zoë Martin` → `zoe.martin@example.com` */
export const emailOf = (name: string): string =>
  `${name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')}@example.com`;

export const members = lines.map(([name, team, unit, department]) => ({
  name,
  email: emailOf(name),
  team,
  unit,
  department,
  blacklist: name === 'Jonas Weber',
}));

/** Members of CODE: of the spin-off (its tenant) and of what remains. */
export const dcoeMembers = [
  {
    name: 'Nadia Rossi',
    tenant: 'spincorp',
    unit: 'Gaming',
    department: 'Game Development',
    owner: 'maya.desai@example.com',
  },
  {
    name: 'Peter Novak',
    tenant: 'spincorp',
    unit: 'Gaming',
    department: 'Data & Analytics',
    owner: 'imran.qureshi@example.com',
  },
  {
    name: 'Ingrid Solberg',
    tenant: 'remain',
    unit: 'Lottery',
    department: 'Lottery Systems',
    owner: 'hannah.vogel@example.com',
  },
  {
    name: 'Tom Becker',
    tenant: 'remain',
    unit: 'Corporate',
    department: 'Finance',
    owner: 'grace.nakamura@example.com',
  },
  {
    name: 'Aisha Karim',
    tenant: 'spincorp',
    unit: 'Digital & Betting',
    department: 'Sportsbook Platform',
    owner: 'callum.reid@example.com',
  },
  {
    name: 'Luis Ortega',
    tenant: 'remain',
    unit: 'Lottery',
    department: 'Quality Assurance',
    owner: 'beatriz.salgado@example.com',
  },
];

/** Certificates; days count from the day of the first start. */
export const certifications = [
  ['Maya Okafor', 'AWS Certified Solutions Architect – Professional', 'aws', -700, 395],
  ['Maya Okafor', 'Microsoft Certified: Azure Solutions Architect Expert', 'azure', -340, 25],
  ['Amelia Hart', 'Google Cloud Professional Cloud Architect', 'gcp', -720, 10],
  ['Amelia Hart', 'AWS Certified Security – Specialty', 'aws', -1090, 5],
  ['Victoria Cheng', 'Microsoft Certified: Cybersecurity Architect Expert', 'azure', -200, 165],
  ['Sofia Almeida', 'Google Cloud Professional Data Engineer', 'gcp', -760, -30],
  ['Anders Lindqvist', 'AWS Certified Developer – Associate', 'aws', -500, 595],
  ['Hannah Vogel', 'Microsoft Certified: Azure Administrator Associate', 'azure', -380, -15],
  ['Chiara Lombardi', 'AWS Certified Cloud Practitioner', 'aws', -1000, 95],
  ['Imran Qureshi', 'Google Cloud Associate Cloud Engineer', 'gcp', -300, 795],
  ['Elena Petrova', 'AWS Certified DevOps Engineer – Professional', 'aws', -60, 1035],
  ['Laura Fenech', 'Microsoft Certified: Azure Fundamentals', 'azure', -900, null],
] as const;
