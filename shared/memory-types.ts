/** Outside the district of memories, since plans limit memories by type. */
export const memoryTypes = ['photo', 'video', 'audio', 'letter'] as const;
export type MemoryType = (typeof memoryTypes)[number];
