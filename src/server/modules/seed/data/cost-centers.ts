/** A cost center of the example data. Days count from the day of the first start; negative ones lie before it. */
export interface ExampleCostCenter {
  identifier: string;
  company: string;
  owner: string;
  unit: string;
  department: string;
  created: number;
  active: number;
  expires?: number;
  replacement?: string;
  backup?: string;
  approved?: boolean;
}

type Line = readonly [
  identifier: string,
  owner: string,
  unit: string,
  department: string,
  created: number,
  active: number,
  rest?: Pick<ExampleCostCenter, 'expires' | 'replacement' | 'backup' | 'approved'>,
];

const approved = true;

/** A company's code is the start of its cost centers' identifiers. */
const lines: readonly Line[] = [
  // The centre itself and the corporate functions.
  [
    '1000410010',
    'amelia.hart',
    'Cloud Centre of Excellence',
    'Cloud Engineering',
    -640,
    -640,
    { approved, backup: '1000410010/01' },
  ],
  [
    '1000410010/01',
    'amelia.hart',
    'Cloud Centre of Excellence',
    'Cloud Engineering',
    -600,
    -590,
    { approved },
  ],
  [
    '1000410020',
    'victoria.cheng',
    'Cloud Centre of Excellence',
    'Information Security',
    -610,
    -600,
    { approved },
  ],
  ['1000410030', 'marcus.bell', 'Office of the CIO', 'General Administration', -598, -580, { approved }],
  [
    '1000410040',
    'marcus.bell',
    'Office of the CIO',
    'Network Operations',
    -590,
    -580,
    { approved, backup: '1000410040/02' },
  ],
  ['1000410040/02', 'marcus.bell', 'Office of the CIO', 'Network Operations', -540, -540, { approved }],
  ['1000420010', 'grace.nakamura', 'Corporate', 'Finance', -588, -580, { approved }],
  ['1000420020', 'sean.murphy', 'Corporate', 'Legal & Compliance', -566, -560, { approved }],
  ['1000420030', 'julia.kowalska', 'Corporate', 'Human Resources', -540, -530, { approved }],
  ['1000420040', 'daniel.okafor', 'Corporate', 'Finance', -520, -515],
  // Replaced step by step: each expired one names the next.
  [
    '1000430010',
    'kevin.tran',
    'Gaming',
    'Game Development',
    -910,
    -900,
    { approved, expires: -420, replacement: '1000430020' },
  ],
  [
    '1000430020',
    'kevin.tran',
    'Gaming',
    'Game Development',
    -430,
    -420,
    { approved, expires: -75, replacement: '1000430030' },
  ],
  ['1000430030', 'maya.desai', 'Gaming', 'Game Development', -80, -75, { approved, backup: '1000430030/01' }],
  ['1000430030/01', 'maya.desai', 'Gaming', 'Game Development', -70, -70],
  ['1000430040', 'maya.desai', 'Gaming', 'Quality Assurance', -410, -400, { approved }],
  ['1000430050', 'imran.qureshi', 'Gaming', 'Data & Analytics', -380, -370, { approved }],
  ['1000440010', 'oliver.grant', 'Lottery', 'Lottery Systems', -470, -465, { approved }],
  [
    '1000440020',
    'oliver.grant',
    'Lottery',
    'Lottery Systems',
    -465,
    -460,
    { expires: -190, replacement: '1000440030' },
  ],
  ['1000440030', 'priya.raman', 'Lottery', 'Lottery Systems', -195, -190, { approved }],
  ['1000440040', 'priya.raman', 'Lottery', 'Quality Assurance', -26, -25],
  ['1200510010', 'farid.haddad', 'Global Operations', 'Network Operations', -500, -490, { approved }],
  ['1200510020', 'farid.haddad', 'Global Operations', 'Network Operations', -310, -300, { expires: 45 }],
  ['1200510030', 'daniel.okafor', 'Global Operations', 'Network Operations', -300, -290, { expires: -30 }],
  // Germany and Sweden.
  [
    '2100410010',
    'hannah.vogel',
    'Lottery',
    'Lottery Systems',
    -455,
    -450,
    { approved, backup: '2100410010/10' },
  ],
  ['2100410010/10', 'hannah.vogel', 'Lottery', 'Lottery Systems', -320, -315, { approved }],
  ['2100410020', 'jonas.weber', 'Lottery', 'Lottery Systems', -440, -430, { approved }],
  ['2100410030', 'hannah.vogel', 'Digital & Betting', 'Sportsbook Platform', -58, -55],
  [
    '2100420010',
    'jonas.weber',
    'Shared Services',
    'Finance',
    -400,
    -395,
    { expires: -120, replacement: '2100420020' },
  ],
  ['2100420020', 'hannah.vogel', 'Shared Services', 'Finance', -125, -120, { approved }],
  ['2400410010', 'anders.lindqvist', 'Digital & Betting', 'Sportsbook Platform', -360, -350, { approved }],
  ['2400410020', 'anders.lindqvist', 'Digital & Betting', 'Data & Analytics', -88, -85],
  ['2400410030', 'anders.lindqvist', 'Digital & Betting', 'Sportsbook Platform', -20, 14],
  // United Kingdom and Ireland.
  [
    '3100410010',
    'callum.reid',
    'Digital & Betting',
    'Sportsbook Platform',
    -620,
    -610,
    { approved, expires: -365, replacement: '3100410020' },
  ],
  [
    '3100410020',
    'callum.reid',
    'Digital & Betting',
    'Sportsbook Platform',
    -370,
    -365,
    { expires: -100, replacement: '3100410030' },
  ],
  [
    '3100410030',
    'zoe.martin',
    'Digital & Betting',
    'Sportsbook Platform',
    -105,
    -100,
    { approved, backup: '3100410030/03' },
  ],
  ['3100410030/03', 'zoe.martin', 'Digital & Betting', 'Sportsbook Platform', -85, -80],
  ['3100420010', 'zoe.martin', 'Gaming', 'Game Development', -330, -320, { approved }],
  ['3100420020', 'callum.reid', 'Gaming', 'Quality Assurance', -45, -40],
  ['6100410010', 'sean.murphy', 'Shared Services', 'Cloud Engineering', -290, -285, { approved }],
  ['6100410020', 'sean.murphy', 'Shared Services', 'Data & Analytics', -15, -10],
  // Italy and Malta.
  [
    '3500410010',
    'chiara.lombardi',
    'Lottery',
    'Lottery Systems',
    -580,
    -575,
    { approved, backup: '3500410010/01' },
  ],
  ['3500410010/01', 'chiara.lombardi', 'Lottery', 'Lottery Systems', -420, -415, { approved }],
  ['3500410020', 'paolo.ricci', 'Lottery', 'Network Operations', -280, -270, { approved }],
  [
    '3500410030',
    'paolo.ricci',
    'Gaming',
    'Game Development',
    -260,
    -255,
    { expires: 20, replacement: '3500410040' },
  ],
  ['3500410040', 'chiara.lombardi', 'Gaming', 'Game Development', -12, 20],
  ['5200410010', 'laura.fenech', 'Digital & Betting', 'Sportsbook Platform', -350, -345, { approved }],
  ['5200410020', 'laura.fenech', 'Digital & Betting', 'Legal & Compliance', -240, -235, { approved }],
  ['5200410030', 'laura.fenech', 'Digital & Betting', 'Information Security', -37, -30],
  // The Americas and Australia.
  ['3750410010', 'beatriz.salgado', 'Lottery', 'Lottery Systems', -275, -270, { approved }],
  ['3750410020', 'tomas.herrera', 'Lottery', 'Lottery Systems', -230, -225],
  ['3750410030', 'beatriz.salgado', 'Gaming', 'Game Development', -66, -60],
  [
    '3800410010',
    'elena.petrova',
    'Gaming',
    'Game Development',
    -270,
    -265,
    { approved, expires: -14, replacement: '3800410020' },
  ],
  ['3800410020', 'elena.petrova', 'Gaming', 'Game Development', -18, -14, { approved }],
  ['3800410030', 'nuria.campos', 'Global Operations', 'Network Operations', -250, -245, { expires: -60 }],
  ['3800410040', 'elena.petrova', 'Global Operations', 'Cloud Engineering', -52, -50],
  ['4400410010', 'imran.qureshi', 'Lottery', 'Lottery Systems', -210, -205, { approved }],
  ['4400410020', 'imran.qureshi', 'Digital & Betting', 'Data & Analytics', -140, -135, { expires: 75 }],
  ['4400410030', 'grace.nakamura', 'Corporate', 'Finance', -32, -28],
  ['4400410040', 'grace.nakamura', 'Corporate', 'General Administration', -8, -5],
  ['1000450010', 'victoria.cheng', 'Office of the CIO', 'Cloud Engineering', -4, -3],
  ['1000450020', 'amelia.hart', 'Cloud Centre of Excellence', 'Data & Analytics', -2, 0],
];

export const costCenters: readonly ExampleCostCenter[] = lines.map(
  ([identifier, owner, unit, department, created, active, rest]) => ({
    identifier,
    company: identifier.slice(0, 4),
    owner: `${owner}@example.com`,
    unit,
    department,
    created,
    active,
    ...rest,
  }),
);
