import type { Cloud } from './runs.ts';

/** What the desk knows of a cloud whose bills it books. */
export interface BilledCloud {
  /** The field of a company with the GL account that the cloud is booked on. */
  glField: 'aws_gl' | 'azure_gl' | 'gcp_gl';
  /** Its name in the workbook that finance reviews. */
  vendor: string;
  /** Its name in files of FOCUS, and what its accounts are called there. */
  focusName: string;
  focusAccount: string;
}

/** What is particular to each cloud in its bills. */
export const BILLED_CLOUDS: Readonly<Record<Cloud, BilledCloud>> = {
  aws: { glField: 'aws_gl', vendor: 'Amazon Web Services', focusName: 'AWS', focusAccount: 'Account' },
  azure: {
    glField: 'azure_gl',
    vendor: 'Microsoft Azure',
    focusName: 'Microsoft',
    focusAccount: 'Subscription',
  },
  gcp: { glField: 'gcp_gl', vendor: 'Google Cloud', focusName: 'Google Cloud', focusAccount: 'Project' },
  // GitHub is a company of Microsoft and bills through Azure, so it is booked on the same account.
  github: { glField: 'azure_gl', vendor: 'GitHub', focusName: 'GitHub', focusAccount: 'Organization' },
};

/** The same by the word that a posting or an invoice has; undefined for a word that is none of theirs. */
export const billedCloud = (word: string): BilledCloud | undefined =>
  Object.hasOwn(BILLED_CLOUDS, word) ? BILLED_CLOUDS[word as Cloud] : undefined;
