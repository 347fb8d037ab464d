import type { LucideIcon } from 'lucide-react';
import { AudioLines, Feather, Film, Image } from 'lucide-react';
import type { MemoryType } from '../../../../shared/memories/memories.ts';

/** The icon and names of each type of memory. */
export const memoryKinds: Readonly<Record<MemoryType, { icon: LucideIcon; label: string; plural: string }>> =
  {
    photo: { icon: Image, label: 'Photo', plural: 'Photos' },
    video: { icon: Film, label: 'Video', plural: 'Videos' },
    audio: { icon: AudioLines, label: 'Audio', plural: 'Audio' },
    letter: { icon: Feather, label: 'Letter', plural: 'Letters' },
  };
