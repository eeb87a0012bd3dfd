import { describeKilled } from '#tests/support/factory/killed.ts';

describeKilled('aws', ['CreateAccount', 'MoveAccount', 'TagResource', 'PutAlternateContact', 'EnableRegion']);
