/** The organization of the example data: a maker of gaming and lottery systems with offices in many countries. */

/** The first one is what new cost centers get when none is given. */
export const businessUnits = [
  { name: 'Corporate', abbreviation: 'CORP' },
  { name: 'Gaming', abbreviation: 'GAM' },
  { name: 'Lottery', abbreviation: 'LOT' },
  { name: 'Digital & Betting', abbreviation: 'BET' },
  { name: 'Cloud Centre of Excellence', abbreviation: 'CCOE' },
  { name: 'Office of the CIO', abbreviation: 'CIO' },
  { name: 'Global Operations', abbreviation: 'OPS' },
  { name: 'Shared Services', abbreviation: 'SSC' },
];

/** The first one is what new cost centers get when none is given. */
export const departments = [
  { name: 'General Administration', abbreviation: 'GA' },
  { name: 'Cloud Engineering', abbreviation: 'CE' },
  { name: 'Data & Analytics', abbreviation: 'DATA' },
  { name: 'Finance', abbreviation: 'FIN' },
  { name: 'Game Development', abbreviation: 'GDEV' },
  { name: 'Human Resources', abbreviation: 'HR' },
  { name: 'Information Security', abbreviation: 'SEC' },
  { name: 'Legal & Compliance', abbreviation: 'LEGAL' },
  { name: 'Lottery Systems', abbreviation: 'LSYS' },
  { name: 'Network Operations', abbreviation: 'NOC' },
  { name: 'Quality Assurance', abbreviation: 'QA' },
  { name: 'Sportsbook Platform', abbreviation: 'SPORT' },
];

/**
 * The first one is what new cost centers get when none is given. The GL accounts are left out: they follow
 * from the code, as they do for a company that a person adds.
 */
export const companies = [
  { code: '1000', country: 'United States', gl_type: 'Cloud Services' },
  { code: '1200', country: 'United States', gl_type: 'Hardware' },
  { code: '2100', country: 'Germany', gl_type: 'Cloud Services' },
  { code: '2400', country: 'Sweden', gl_type: 'Cloud Services' },
  { code: '3100', country: 'United Kingdom', gl_type: 'Cloud Services' },
  { code: '3500', country: 'Italy', gl_type: 'Cloud Services' },
  { code: '3750', country: 'Mexico', gl_type: 'Cloud Services' },
  { code: '3800', country: 'Canada', gl_type: 'Cloud Services' },
  { code: '4400', country: 'Australia', gl_type: 'Cloud Services' },
  { code: '5200', country: 'Malta', gl_type: 'Cloud Services' },
  { code: '6100', country: 'Ireland', gl_type: 'Other' },
];

/** Terminated people still own cost centers, which are found by `Owner Terminated`. */
export const contacts = [
  { email: 'amelia.hart@example.com', name: 'Amelia Hart', terminated: false },
  { email: 'anders.lindqvist@example.com', name: 'Anders Lindqvist', terminated: false },
  { email: 'beatriz.salgado@example.com', name: 'Beatriz Salgado', terminated: false },
  { email: 'callum.reid@example.com', name: 'Callum Reid', terminated: false },
  { email: 'chiara.lombardi@example.com', name: 'Chiara Lombardi', terminated: false },
  { email: 'daniel.okafor@example.com', name: 'Daniel Okafor', terminated: true },
  { email: 'elena.petrova@example.com', name: 'Elena Petrova', terminated: false },
  { email: 'farid.haddad@example.com', name: 'Farid Haddad', terminated: false },
  { email: 'grace.nakamura@example.com', name: 'Grace Nakamura', terminated: false },
  { email: 'hannah.vogel@example.com', name: 'Hannah Vogel', terminated: false },
  { email: 'imran.qureshi@example.com', name: 'Imran Qureshi', terminated: false },
  { email: 'jonas.weber@example.com', name: 'Jonas Weber', terminated: true },
  { email: 'julia.kowalska@example.com', name: 'Julia Kowalska', terminated: false },
  { email: 'kevin.tran@example.com', name: 'Kevin Tran', terminated: false },
  { email: 'laura.fenech@example.com', name: 'Laura Fenech', terminated: false },
  { email: 'marcus.bell@example.com', name: 'Marcus Bell', terminated: false },
  { email: 'maya.desai@example.com', name: 'Maya Desai', terminated: false },
  { email: 'nuria.campos@example.com', name: 'Nuria Campos', terminated: true },
  { email: 'oliver.grant@example.com', name: 'Oliver Grant', terminated: false },
  { email: 'paolo.ricci@example.com', name: 'Paolo Ricci', terminated: false },
  { email: 'priya.raman@example.com', name: 'Priya Raman', terminated: false },
  { email: 'sean.murphy@example.com', name: 'Sean Murphy', terminated: false },
  { email: 'tomas.herrera@example.com', name: 'Tomás Herrera', terminated: true },
  { email: 'victoria.cheng@example.com', name: 'Victoria Cheng', terminated: false },
  { email: 'zoe.martin@example.com', name: 'Zoë Martin', terminated: false },
];
