import { z } from 'zod';
import {
  LeftAnswerForm,
  LegacyAnswer,
  LegacyAnswerForm,
  LegacyAnswerList,
} from '../../../../shared/memories/legacy.ts';
import { Memory } from '../../../../shared/memories/memories.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { type MemoryHooks, toMemory } from '../memories/memories.ts';
import { writeLegacyBook } from './book.ts';
import { deleteAnswer, leaveAnswer, listAnswersWithLetters } from './legacy.ts';
import { saveAnswer } from './save-answer.ts';

/** The legacy journal: an owner's answers to fifty questions. */
export async function legacyRoutes(app: App, { hooks }: { hooks: MemoryHooks }): Promise<void> {
  const { services } = app;

  app.get(
    '/api/legacy-answers',
    { onRequest: signedIn, schema: { response: { 200: LegacyAnswerList } } },
    (request) => listAnswersWithLetters(services.db, ownerOf(request).id),
  );

  app.post(
    '/api/legacy-answers',
    {
      onRequest: signedIn,
      schema: { body: LegacyAnswerForm, response: { 200: LegacyAnswer, 201: LegacyAnswer } },
    },
    async (request, reply) => {
      const saved = await saveAnswer(services, ownerOf(request).id, request.body);
      return reply.status(saved.isFirst ? 201 : 200).send(saved);
    },
  );

  app.delete(
    '/api/legacy-answers/:id',
    { onRequest: signedIn, schema: { params: IdParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteAnswer(services, ownerOf(request).id, request.params.id);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/legacy-answers/:id/letter',
    {
      onRequest: signedIn,
      schema: {
        description: 'Makes a letter of an answer. Asked for again it answers the letter of the first time.',
        params: IdParams,
        body: LeftAnswerForm,
        response: { 201: Memory },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const letter = await leaveAnswer(services, hooks, ownerOf(request).id, id, request.body);
      return reply.status(201).send(toMemory(letter));
    },
  );

  app.get(
    '/api/legacy-answers/book.pdf',
    {
      onRequest: signedIn,
      config: { rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: { produces: ['application/pdf'], description: 'All answers as a book to print, A5.' },
    },
    async (request, reply) => {
      const book = await writeLegacyBook(services, ownerOf(request));
      return reply
        .type('application/pdf')
        .header('content-disposition', 'inline; filename="In my own words.pdf"')
        .send(book);
    },
  );
}
