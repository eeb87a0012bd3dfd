import { z } from 'zod';
import { defineCall } from '#calls/call.ts';
import { headingsMember, importMeta, notationMembers, planMembers, refusedFile } from '#calls/imports.ts';
import { job } from '#calls/work.ts';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { resourcePath } from '#kernel/resource.ts';
import { uploadRights } from './guard-upload.ts';
import { headersOfUpload, type ServedUpload } from './upload-spec.ts';

const texts = z.array(z.string());

const outcome = {
  models: z.array(
    z.object({
      model: z.string(),
      label: z.string(),
      created: texts,
      updated: texts,
      unchanged: z.int(),
    }),
  ),
  skipped: z.int(),
  ignored_columns: texts,
};

const plan = z.object({
  data: z.looseObject({
    ...outcome,
    ...planMembers,
    dry_run: z.literal(true),
    valid: z.boolean(),
    error_total: z.int(),
  }),
});
const queued = {
  status: 202,
  success: 'It takes long: a job does it, whose result says the same.',
  answer: z.object({ data: z.object({ job }) }),
} as const;

/**
 * The call that takes a file over. Its handler checks the body: whom the result may be mailed to, only the portal knows.
 * @param hasJobs whether what takes long is done by a job
 */
export function uploadCall(upload: ServedUpload, hasJobs: boolean) {
  const { resource, spec } = upload;
  const { member, kinds, mails, summary } = spec;
  const { name, singular } = resource;
  return defineCall({
    tag: resource.label[1],
    topic: name,
    method: 'POST',
    path: `${resourcePath(name)}${spec.path}`,
    right: { every: uploadRights(upload) },
    weight: 'upload',
    fileMember: member,
    summary,
    success: 'All of it was done',
    status: 201,
    otherSuccess: hasJobs ? queued : undefined,
    refusals: [
      409,
      { status: 413, when: 'The file is too large, or unpacks to too much.' },
      refusedFile,
      { status: 429, when: 'Too many imports wait already.' },
    ],
    body: z.strictObject({
      [member]: z.string().describe(`The file (${kinds.join(' or ')}) as base64 or as a data URL.`),
      dry_run: z.boolean().optional().describe('Say what would happen, and write nothing.'),
      encoding: z
        .enum(OTHER_ENCODINGS.map((encoding) => encoding.name))
        .optional()
        .describe('The encoding of a CSV file that is neither UTF-8 nor UTF-16.'),
      ...notationMembers,
      headings: headingsMember(headersOfUpload(upload)).optional(),
      ...(mails && {
        [mails.member]: z
          .string()
          .meta({
            format: 'email',
            description: 'Whom what came of it is mailed to; only a dry run needs none.',
          })
          .optional(),
      }),
    }),
    checksBody: 'handler',
    needsBody: true,
    wrapper: [...new Set([singular, name])],
    data: z.looseObject(outcome),
    meta: importMeta,
    preview: { success: 'What a dry run found', answer: plan },
  });
}
