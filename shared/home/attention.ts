import { z } from 'zod';
import { gapKinds } from '../delivery/rehearsal.ts';
import { Id, Instant } from '../values.ts';

// What needs the owner. GET /api/attention

/** `report`: somebody reported the owner's death. `closing`: the service ends before something comes. Others as in the rehearsal. */
export const attentionKinds = ['report', 'closing', 'unreachable', 'arrears', 'failed', 'held'] as const;

export const AttentionItem = z.object({
  kind: z.enum(attentionKinds),
  reason: z.enum([...gapKinds, 'report_open', 'report_stopped', 'closing']),
  people: z.array(z.object({ id: Id, firstName: z.string() })),
  things: z.array(z.object({ id: Id, title: z.string() })),
  thingCount: z.number().int(),
  count: z.number().int(),
  due: Instant.nullable(),
  /** In dollars. */
  amount: z.number().nullable(),
  href: z.string(),
});
export type AttentionItem = z.input<typeof AttentionItem>;

/** What the owner can fix comes before what we have to do. */
export const Attention = z.object({ items: z.array(AttentionItem) });
export type Attention = z.input<typeof Attention>;
