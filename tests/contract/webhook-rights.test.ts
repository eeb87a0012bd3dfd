import { expect, it } from 'vitest';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, ops=operator, finance=editor, audit=viewer',
});
const body = (name: string) => ({ name, url: 'https://hooks.example.com/', events: ['*'] });

it.each(['viewer', 'editor', 'operator'] as const)(
  'a person with the role %s sees no webhook and does nothing with one',
  async (role) => {
    const admin = await portal.signIn({ email: 'admin@example.com', roles: ['admin'] });
    const made = await admin.post('/webhooks', body(`Not for ${role}`));
    expect([made.status, made.body.data['made_by']]).toEqual([201, 'admin@example.com']);
    const path = `/webhooks/${made.body.data.id}`;
    const person = await portal.signIn({ email: `${role}@example.com`, roles: [role] });
    const answers = [
      await person.get('/webhooks'),
      await person.get(path),
      await person.get(`${path}/history`),
      await person.get('/webhooks.csv'),
      await person.get('/webhook_deliveries'),
      await person.get('/webhook_deliveries.csv'),
      await person.post('/webhooks', body('Mine')),
      await person.put(path, { name: 'Mine' }),
      await person.delete(path),
      await person.post(`${path}/new_secret`),
      await person.post(`${path}/send_test`),
      await person.post('/webhook_deliveries/1/send_again'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    const { text } = await person.get('/activity');
    expect(text).not.toContain(`Not for ${role}`);
  },
);
