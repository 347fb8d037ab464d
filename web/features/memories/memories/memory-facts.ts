import { AudioLines, Feather, Film, Image, type LucideIcon } from 'lucide-react';
import type { MemoryType } from '../../../../shared/memories/memories.ts';

/** The icon and names of each type of memory. */
export const memoryKinds: Readonly<Record<MemoryType, { icon: LucideIcon; label: string; plural: string }>> =
  {
    photo: { icon: Image, label: 'Photo', plural: 'Photos' },
    video: { icon: Film, label: 'Video', plural: 'Videos' },
    audio: { icon: AudioLines, label: 'Audio', plural: 'Audio' },
    letter: { icon: Feather, label: 'Letter', plural: 'Letters' },
  };

/** The page on which a memory is read, viewed or listened to. */
export function memoryPath(id: string): string {
  return `/memories/${id}`;
}

const longest = 320;

/** More than fits on a card: the beginning of a text with its line breaks, without blank lines between paragraphs. */
export function excerptOf(text: string): string {
  return text
    .slice(0, 2 * longest)
    .trimStart()
    .replaceAll(/\s*\n\s*/g, '\n')
    .slice(0, longest);
}
