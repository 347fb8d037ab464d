import { type RefObject, useLayoutEffect } from 'react';
import type { ReceivedMemories, ReceivedMemory } from '../../../../../shared/delivery/received.ts';
import { isPlayed } from '../../../../../shared/memory-types.ts';
import { preparePlayer } from '../../../../ui/players/players.tsx';

/** Nobody waits longer than this for a picture: after that it appears in its place once it has loaded. */
const patienceMs = 4000;

/** Loads what is needed to show what was opened: the first picture, decoded, and the code for playing sound and video. */
export async function prepare({ memories }: ReceivedMemories): Promise<void> {
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  const players = memories.map(({ type }) => isPlayed(type) && preparePlayer(type));
  const all = Promise.all([pictureOf(memories[0]), ...players]);
  await Promise.race([all, tooLong]).catch(() => undefined);
}

async function pictureOf(first: ReceivedMemory | undefined): Promise<void> {
  if (first?.type !== 'photo' || !first.fileUrl) return;
  const picture = new Image();
  picture.src = first.fileUrl;
  await picture.decode();
}

/** Tells the stylesheet where the sheet that rises from the envelope is, so that the letter grows out of it. */
export function useGrowth(main: RefObject<HTMLElement | null>, isArriving: boolean): void {
  useLayoutEffect(() => {
    const article = main.current?.querySelector('article');
    const sheet = document.querySelector('.cover-leaving .envelope-sheet')?.getBoundingClientRect();
    if (!isArriving || !article || !sheet) return;
    // Inside its margins, after it has risen by 48 % of its height.
    const left = sheet.left + sheet.width * 0.07 - article.offsetLeft;
    const top = sheet.top + window.scrollY - sheet.height * 0.42 - article.offsetTop;
    const scale = (sheet.width * 0.86) / article.offsetWidth;
    article.style.setProperty('--on-sheet', `translate(${left}px, ${top}px) scale(${scale})`);
    article.style.setProperty('--seen-of-sheet', `${(sheet.height * 0.5) / scale}px`);
  }, [main, isArriving]);
}
