import type { FastifyInstance } from 'fastify';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { PlainDoor } from '#server/platform/http/door.ts';
import type { Known } from './authenticate.ts';

/** The door of the calls about access, which people make about themselves: what more they may is for each call to look at. */
export const accessDoor = (scope: FastifyInstance, { config }: Known): PlainDoor => ({
  scope,
  demand: (request) => void actorOf(request),
  checksAnswers: config.nodeEnv === 'test',
});
