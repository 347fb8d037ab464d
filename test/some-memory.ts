import type { Memory } from '../shared/memories/memories.ts';

/** An approved letter, as the API returns it, with these fields changed. */
export function someMemory(fields: Partial<Memory>): Memory {
  return {
    id: 'some-memory',
    version: 1,
    type: 'letter',
    title: 'For your thirtieth',
    content: null,
    recipient: 'Maya Alvarez',
    recipientId: null,
    personalMessage: null,
    withJournal: false,
    deleteOnDeath: false,
    isApproved: true,
    approval: 'approved',
    heldReason: null,
    openings: [],
    fileUrl: null,
    fileName: null,
    fileSizeBytes: null,
    contentType: null,
    thumbnailUrl: null,
    displayUrl: null,
    durationSeconds: null,
    peaks: null,
    createdAt: '2026-10-12T15:00:00.000Z',
    updatedAt: '2026-10-12T15:00:00.000Z',
    ...fields,
  };
}
