import type { FastifyInstance, FastifyRequest } from 'fastify';
import { adGroups, groupClouds } from '#resources/ad-groups.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { XLSX_TYPE } from '#calls/shapes.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { answers, fileOf } from '#server/platform/http/describe.ts';
import { oneOf, readTexts } from '#server/platform/http/query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { today } from '#server/platform/database/today.ts';
import { reviewSheets } from './review-sheets.ts';

const PATH = '/api/ad/access_review.xlsx';
const fair = fairUse({ atOnce: 2, perMinute: 60, noun: 'reviews' });

/** `GET /api/ad/access_review.xlsx`: the workbook in which dormant groups are reviewed. */
export function reviewRoute(scope: FastifyInstance, services: EngineServices, publicUrl: string): void {
  scope.get(
    PATH,
    {
      config: fair.config,
      onRequest: [
        async (request: FastifyRequest) => void services.guard(request, 'export', adGroups),
        fair.onRequest,
      ],
      schema: {
        tags: [adGroups.label[1]],
        summary: 'Download the review of dormant groups as an Excel workbook',
        description:
          'Groups without a permission set, and groups that have some and nobody in them: owners, members, what they hold, ' +
          'when somebody last joined or left, why they are there, and empty columns for what a reviewer decides.',
        querystring: {
          type: 'object',
          properties: {
            cloud: {
              type: 'string',
              enum: ['All', ...groupClouds],
              description: 'Whose groups; all groups unless told.',
            },
          },
        },
        response: answers(200, 'The workbook', fileOf(XLSX_TYPE), [429]),
      },
    },
    async (request, reply) => {
      const cloud = oneOf('cloud', readTexts(request.query, ['cloud']).get('cloud'), groupClouds);
      const by = request.actor?.email ?? '';
      const sheets = await reviewSheets(services.db, { cloud, by, publicUrl });
      const name = ['access_review', ...(cloud === null ? [] : [cloud]), today()].join('_');
      return asDownload(reply, `${name}.xlsx`, XLSX_TYPE).send(writeXlsx(sheets));
    },
  );
  refuseOtherMethods(scope, PATH, ['GET']);
}
