import { describe, expect, it } from 'vitest';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();

const MANAGERS = [
  {
    path: '/missing_report_tags',
    title: 'print_debug_message',
    list: 'terms_to_ignore',
    noTitle: 'print message is required',
    noText: 'At least a term of ignore is required',
    emptyText: 'Value of the terms of ignore is required',
    duplicate: 'A missing report tag with this print message already exists.',
  },
  {
    path: '/customers',
    title: 'name',
    list: 'sfdc_ids',
    noTitle: 'Customer name is required',
    noText: 'At least a sfdc id is required',
    emptyText: 'Value of the sfdc id is required',
    duplicate: 'A customer with this name already exists.',
  },
] as const;

describe.each(MANAGERS)('$path', ({ path, title, list, noTitle, noText, emptyText, duplicate }) => {
  const messagesOf = async (body: object) => {
    const answer = await portal.api.post(path, body);
    return [answer.status, answer.body.errors.map(({ message }) => message)];
  };

  it('takes its list as JSON text and as a list, and answers a list', async () => {
    const made = await portal.api.post(path, { [title]: 'Listed', [list]: '["one", "two"]' });
    expect([made.status, made.body.data[list]]).toEqual([201, ['one', 'two']]);
    const address = `${path}/${made.body.data.id}`;
    const changed = await portal.api.put(address, { [list]: JSON.stringify(['three']) });
    expect(changed.body.data[list]).toEqual(['three']);
    const plain = await portal.api.put(address, { [list]: ['four', 'five'] });
    expect(plain.body.data[list]).toEqual(['four', 'five']);
  });

  it('says what is missing in its own words', async () => {
    expect(await messagesOf({})).toEqual([422, [noTitle, noText]]);
    for (const none of ['[]', [], '', null])
      expect(await messagesOf({ [title]: ' ', [list]: none })).toEqual([422, [noTitle, noText]]);
    for (const empty of ['["one", " "]', ['', 'two']])
      expect(await messagesOf({ [title]: 'Empty', [list]: empty })).toEqual([422, [emptyText]]);
  });

  it.each(['not JSON', '{"a": 1}', '7', '"text"', '[1, 2]', '[["one"]]', 'null'])(
    'refuses the text %s as a list',
    async (text) => {
      const { status, body } = await portal.api.post(path, { [title]: 'Odd', [list]: text });
      expect([status, body.errors.map(({ field }) => field)]).toEqual([422, [list]]);
    },
  );

  it('refuses a second one that is called the same, in whichever letters', async () => {
    const body = { [title]: 'Twice', [list]: '["one"]' };
    expect((await portal.api.post(path, body)).status).toBe(201);
    const again = await portal.api.post(path, { ...body, [title]: ' TWICE ' });
    expect([again.status, again.body.error]).toEqual([409, duplicate]);
    expect(again.body.errors).toEqual([{ field: title, message: duplicate }]);
  });
});
