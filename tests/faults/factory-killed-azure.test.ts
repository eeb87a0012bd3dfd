import { describeKilled } from '#tests/support/factory/killed.ts';

describeKilled('azure', ['Alias_Create', 'Tags_GetAtScope']);
