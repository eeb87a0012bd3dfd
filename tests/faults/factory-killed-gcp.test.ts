import { describeKilled } from '#tests/support/factory/killed.ts';

describeKilled('gcp', ['CreateProject', 'UpdateProjectBillingInfo']);
