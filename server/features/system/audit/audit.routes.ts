import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { CalendarDay } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { requireFound } from '../../../platform/errors.ts';
import type { AuditCheckpointRow } from './audit.table.ts';
import { checkpointText, findCheckpoint } from './checkpoints.ts';

const CheckpointName = z.object({ day: CalendarDay });

/** The signed checkpoints of the audit log, as files for everybody: they hold a number and a hash. */
export async function auditRoutes(app: App): Promise<void> {
  const { db } = app.services;
  const send = (reply: FastifyReply, row: AuditCheckpointRow | undefined) =>
    reply.type('text/plain; charset=utf-8').send(checkpointText(requireFound(row)));

  app.get('/audit-checkpoints/latest.txt', { schema: { hide: true } }, async (_request, reply) =>
    send(reply.header('cache-control', 'no-cache'), await findCheckpoint(db)),
  );

  app.get(
    '/audit-checkpoints/:day.txt',
    { schema: { hide: true, params: CheckpointName } },
    async (request, reply) => {
      const row = await findCheckpoint(db, request.params.day);
      return send(reply.header('cache-control', 'public, max-age=31536000, immutable'), row);
    },
  );
}
