import { invalid, Refusal } from '#kernel/errors.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { surveys } from './surveys.ts';

interface Mailed {
  Params: { id: string };
  Body: { email?: unknown };
}

/** Mails are only counted; a survey whose account is called Locked cannot be muted. */
export const surveysBehaviour: Behaviour = {
  resource: surveys.name,
  async beforeUpdate(_context, { current, values }) {
    if (values['muted'] === true && current['account'] === 'Locked')
      throw new Refusal(409, 'Locked accounts cannot be muted.');
  },
  uploads: [
    {
      path: '/upload',
      summary: 'Add and change surveys',
      member: 'file',
      kinds: ['csv', 'xlsx'],
      parts: [
        {
          model: surveys.name,
          key: 'account',
          columns: [
            ['Account', 'account'],
            ['Environment', 'environment'],
            ['Expected', 'expected'],
          ],
        },
      ],
    },
  ],
  routes(scope) {
    scope.post<Mailed>('/:id/mail_link', async ({ body }) => {
      const { email } = body;
      if (typeof email !== 'string' || !email.endsWith('@example.com'))
        throw invalid([{ field: 'email', message: 'Only people of example.com can be mailed.' }]);
      return { data: { email } };
    });
    scope.post<{ Body: { environment?: string } }>('/export', async ({ body }) => ({
      data: { environment: body.environment ?? 'all' },
    }));
  },
};
