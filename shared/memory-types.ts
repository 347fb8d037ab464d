/** In a file of its own, outside any district, since plans count memories by type. */
export const memoryTypes = ['photo', 'video', 'audio', 'letter'] as const;
export type MemoryType = (typeof memoryTypes)[number];
