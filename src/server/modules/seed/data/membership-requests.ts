/** Who asked to become a member: the days since then, and whether they are one by now. */
export const membershipRequests = [
  ['zoe.martin@example.com', 'Quality Assurance', 'Digital & Betting', 64, true],
  ['beatriz.salgado@example.com', 'Game Development', 'Lottery', 41, true],
  ['tomas.novotny@example.com', 'Data & Analytics', 'Gaming', 6, false],
  ['ruth.adeyemi@example.com', 'Network Operations', 'Lottery', 3, false],
  ['henrik.dahl@example.com', 'Finance', 'Corporate', 1, false],
] as const;
