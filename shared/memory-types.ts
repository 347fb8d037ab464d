/** Outside the memories district, since plans limit memories by type. */
export const memoryTypes = ['photo', 'video', 'audio', 'letter'] as const;
export type MemoryType = (typeof memoryTypes)[number];

/** The word for it in a sentence. */
export const memoryNouns: Readonly<Record<MemoryType, string>> = {
  photo: 'photo',
  video: 'video',
  audio: 'recording',
  letter: 'letter',
};

interface Nature {
  /** Whether it is written here as text; the others are files. */
  isWritten: boolean;
  /** Whether it can be played: then the check decodes it completely, and pages offer a version that every browser plays. */
  isPlayed: boolean;
}

/** A new type does not compile until its nature is given here. */
const natures = {
  photo: { isWritten: false, isPlayed: false },
  video: { isWritten: false, isPlayed: true },
  audio: { isWritten: false, isPlayed: true },
  letter: { isWritten: true, isPlayed: false },
} as const satisfies Record<MemoryType, Nature>;

type TypesWhere<Property extends keyof Nature, Value extends boolean> = {
  [Type in MemoryType]: (typeof natures)[Type][Property] extends Value ? Type : never;
}[MemoryType];

export type WrittenMemoryType = TypesWhere<'isWritten', true>;
export type FileMemoryType = TypesWhere<'isWritten', false>;
export type PlayedMemoryType = TypesWhere<'isPlayed', true>;

export function isWritten(type: MemoryType): type is WrittenMemoryType {
  return natures[type].isWritten;
}

export function isPlayed(type: MemoryType): type is PlayedMemoryType {
  return natures[type].isPlayed;
}
