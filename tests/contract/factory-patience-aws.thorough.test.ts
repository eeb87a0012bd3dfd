import { describePatience } from '#tests/support/factory/patience-of.ts';

describePatience('aws');
