import { describeFaults } from '#tests/support/factory/faults-of.ts';

describeFaults('gcp');
