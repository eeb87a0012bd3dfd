import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import type { Additions } from '#web/generic/additions/additions.ts';
import { saving } from '#web/generic/additions/saving-switch.tsx';
import { ENVIRONMENTS } from './surveys.ts';

const agrees = (row: RecordRow) => row['environment'] === row['expected'];
const expect = (row: RecordRow, expected: unknown) =>
  api.put<RecordAnswer>(`/surveys/${row.id}`, { expected });

/** What the surveys' screens add. */
export const surveysAdditions: Additions = {
  cells: {
    environment: {
      tone: (row) =>
        agrees(row) ? null : { tone: 'bad', reason: `The inventory says ${String(row['expected'])}.` },
    },
    muted: { saves: saving({ done: (on) => (on ? 'Muted.' : 'Heard again.') }) },
  },
  columns: [
    {
      id: 'verdict',
      header: 'Verdict',
      width: 120,
      after: 'environment',
      text: (row) => (agrees(row) ? 'agrees' : 'differs'),
    },
  ],
  toolbar: [
    {
      label: 'Upload Surveys',
      upload: {
        title: 'Upload surveys',
        hint: 'A CSV file or a workbook with a row for each account.',
        path: '/surveys/upload',
        member: 'file',
        kinds: { name: 'Survey file', a: 'a survey file', ends: ['.csv', '.xlsx'] },
        template: { file: 'surveys.csv', columns: ['Account', 'Environment', 'Expected'] },
        lists: ({ models: [surveys] }) => [
          { title: 'Added surveys', names: surveys?.created ?? [], none: 'No new surveys' },
          { title: 'Changed surveys', names: surveys?.updated ?? [], none: 'No changed surveys' },
        ],
        done: 'The surveys have been uploaded!',
        failed: 'The surveys could not be uploaded.',
      },
    },
    {
      label: 'Export Surveys',
      right: 'read',
      dialog: {
        title: 'Export surveys',
        fields: { environment: choice('Environment', ENVIRONMENTS, { optional: true }) },
        start: ({ filters }) => ({ environment: filters['environment'] ?? null }),
        submit: 'Export',
        failed: 'The export failed.',
        run: async ({ values }, { once, report }) => {
          report({ label: 'Exporting', share: 0.5 });
          const { data } = await once(values, (intent) =>
            api.post<{ data: { environment: string } }>('/surveys/export', values, { intent }),
          );
          return { notice: null, result: <p>Exported: {data.environment}</p> };
        },
      },
    },
  ],
  row: [
    {
      label: 'Take answer over',
      offered: ({ row }) => !agrees(row),
      failed: 'The answer could not be taken over.',
      run: async ({ row }) => {
        await expect(row, row['environment']);
        return {
          notice: 'The inventory has the answer now.',
          undo: {
            send: () => expect(row, row['expected']),
            done: 'The inventory is as it was.',
            failed: 'This could not be undone.',
          },
        };
      },
    },
    {
      label: 'Mail link',
      dialog: {
        title: 'Mail the link',
        text: ({ row }) => `To whoever knows about ${String(row['account'])}.`,
        fields: { email: text('Email') },
        start: (_about, person) => ({ email: person?.email ?? '' }),
        submit: 'Send',
        failed: 'The link could not be mailed.',
        run: async ({ row, values }, { once }) => {
          await once(values, (intent) => api.post(`/surveys/${row.id}/mail_link`, values, { intent }));
          return {
            notice: {
              title: 'The link is on its way.',
              link: { label: 'See the survey', to: `/auth/view/surveys/${row.id}` },
            },
          };
        },
      },
    },
  ],
};
