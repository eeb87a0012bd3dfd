import { it } from 'vitest';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of comments. */
export function replayComments({ replay }: Pick<Replayed, 'replay'>): void {
  const { expectTold } = replay;

  it('comments answer as it is told', async () => {
    const input = { department: { name: 'Commented', abbreviation: 'CMT' } };
    const record = dataOf(await expectTold('post', '/api/departments', 201, { body: input }));
    const body = { model: 'departments', record_id: record.id, text: 'Replayed' };
    const comment = dataOf(await expectTold('post', '/api/comments', 201, { body: { comment: body } }));
    await expectTold('post', '/api/comments', 404, { body: { ...body, model: 'none' } });
    await expectTold('post', '/api/comments', 422, { body: {} });
    const list = `/api/comments?by_model=departments&by_record=${record.id}`;
    await expectTold('get', list, 200);
    await expectTold('get', '/api/comments?by_model=departments&by_record=999999999', 404);
    await expectTold('get', '/api/comments', 400);
    await expectTold('get', '/api/comments/people?q=a', 200);
    const path = `/api/comments/${comment.id}`;
    await expectTold('put', path, 200, { body: { text: 'Changed', lock_version: 1 } });
    await expectTold('put', path, 409, { body: { text: 'Late', lock_version: 1 } });
    await expectTold('put', path, 422, { body: { text: '' } });
    await expectTold('put', '/api/comments/999999999', 404, { body: { text: 'None' } });
    await expectTold('delete', path, 200);
    await expectTold('delete', path, 404);
    await expectTold('get', list, 200);
  });
}
