/** What people ask the centre, its words, its products and its GitHub organizations. */

export const faqs = [
  {
    category: 'Accounts',
    question: 'How do I get an AWS account?',
    answer:
      '<p>Ask for it in the portal under <strong>Create AWS Account</strong>. You need:</p><ul><li>a cost center that is approved and not expired</li><li>an owner who is in the cloud contacts</li></ul><p>The account is there within an hour.</p>',
  },
  {
    category: 'Accounts',
    question: 'Who may own a cloud account?',
    answer:
      '<p>Anyone employed with us. When an owner leaves, the account keeps running and the centre asks for a new one.</p>',
  },
  {
    category: 'Cost',
    question: 'Why was my cost center charged for last month?',
    answer:
      '<p>Providers bill after the month has ended, so that <em>the date of a bill is that of its invoice</em>: what is charged in March was used in February.</p>',
  },
  {
    category: 'Cost',
    question: 'My cost center expires. What happens to its accounts?',
    answer:
      '<p>They are charged to its replacement. Without one the charge waits in <em>Unallocated</em> until somebody names a cost center.</p>',
  },
  {
    category: 'Security',
    question: 'Which regions may I use?',
    answer:
      '<p>Those of the country in which you hold the licence. <a href="https://example.com/regions">The list</a> is kept by Information Security.</p>',
  },
  {
    category: 'GitHub',
    question: 'How do I get a seat of GitHub Copilot?',
    answer: '<p>Open an EasyVista ticket with your GitHub name and the cost center that pays.</p>',
  },
];

export const glossary = [
  ['Chargeback', 'Finance', '<p>Booking what a cloud costs on the cost center that used it.</p>'],
  ['Cost center', 'Finance', '<p>Where SAP books what a group of people spends.</p>'],
  ['FOCUS', 'Finance', '<p>An open format for the bills of all clouds.</p>'],
  ['GL account', 'Finance', '<p>The account of the general ledger; one per company and cloud.</p>'],
  ['Landing zone', 'Cloud', '<p>An account that is set up by our rules before anybody works in it.</p>'],
  ['Management group', 'Azure', '<p>A folder of subscriptions that share policies.</p>'],
  ['Network', 'SAP', '<p>What a project is charged through; it has a <strong>WBS element</strong>.</p>'],
  ['Permission set', 'AWS', '<p>What somebody may do in an account, given through IAM Identity Center.</p>'],
  ['WBS element', 'SAP', '<p>A part of a project’s work breakdown structure that can be charged.</p>'],
] as const;

export const products = [
  [
    'Product 1',
    'prod-vpc-baseline',
    '<p>A network with three zones, flow logs and the routes to the offices.</p>',
  ],
  ['Product 2', 'prod-log-archive', '<p>Logs of all accounts in one place, kept for seven years.</p>'],
  ['Product 3', 'prod-backup-plan', '<p>Daily backups, kept for 35 days, in a second region.</p>'],
  ['Product 4', 'prod-budget-alarm', '<p>A mail to the owner at 80 % and 100 % of the budget.</p>'],
  ['Product 5', 'prod-ci-runner', '<p>Runners for pipelines without keys that last.</p>'],
] as const;

export const githubApps = [
  { name: 'skyledger-games', description: 'Game studios', center: '1000430030', copilot: true },
  { name: 'skyledger-lottery', description: 'Lottery systems', center: '1000440010', copilot: true },
  { name: 'skyledger-platform', description: 'The centre’s own code', center: '1000410010', copilot: false },
];

export const copilotUsers = [
  ['Maya Desai', 'mdesai-games', 'skyledger-games', '1000430030', 'EV-10412'],
  ['Imran Qureshi', 'iqureshi', 'skyledger-games', '1000430050', 'EV-10420'],
  ['Zoë Martin', 'zoemartin', 'skyledger-games', '3100420010', 'EV-10533'],
  ['Oliver Grant', 'ogrant-lot', 'skyledger-lottery', '1000440010', 'EV-10561'],
  ['Priya Raman', 'priyaraman', 'skyledger-lottery', '1000440030', 'EV-10590'],
  ['Hannah Vogel', 'hvogel', 'skyledger-lottery', '2100410010', 'EV-10602'],
  ['Anders Lindqvist', 'alindqvist', 'skyledger-platform', 'to be told', 'EV-10677'],
] as const;

/** Days count from the day of the first start. */
export const approvals = [
  [
    'Pending',
    'MSA-30411',
    'Enterprise Agreement',
    'Add 200 seats of Visual Studio',
    ['Grace Nakamura', 'Marcus Bell'],
    'Kevin Tran',
    -9,
  ],
  [
    'Pending',
    'MSA-30418',
    'Azure Commitment',
    'Raise the commitment of the next year',
    ['Marcus Bell'],
    'Amelia Hart',
    -4,
  ],
  [
    'Approved',
    'MSA-30377',
    'Licence',
    'Power BI Premium for Finance',
    ['Grace Nakamura'],
    'Jonas Weber',
    -41,
  ],
  ['Rejected', 'MSA-30360', 'Licence', 'Project Online for all', ['Sean Murphy'], 'Paolo Ricci', -66],
  [
    'Approved',
    'MSA-30329',
    'Reservation',
    'Three years of reserved machines in West Europe',
    ['Amelia Hart', 'Grace Nakamura'],
    'Hannah Vogel',
    -90,
  ],
] as const;
