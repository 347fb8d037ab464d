import { type RefObject, useLayoutEffect } from 'react';
import type { ReceivedMemories, ReceivedMemory } from '../../../../../shared/delivery/received.ts';
import { isPlayed } from '../../../../../shared/memory-types.ts';
import { preparePlayer } from '../../../../ui/players/players.tsx';

/** Longer than this nobody waits for a picture: then it paints where it stands. */
const patienceMs = 4000;

/** What is needed to show what was opened: the first picture decoded, and the code that plays what can be played. */
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

/** Tells the stylesheet where the sheet lies that rises from the envelope: the letter grows out of it. */
export function useGrowth(main: RefObject<HTMLElement | null>, isArriving: boolean): void {
  useLayoutEffect(() => {
    const article = main.current?.querySelector('article');
    const sheet = document.querySelector('.cover-leaving .envelope-sheet')?.getBoundingClientRect();
    if (!isArriving || !article || !sheet) return;
    // Inside its margins, once it has risen by 48 % of its height.
    const left = sheet.left + sheet.width * 0.07 - article.offsetLeft;
    const top = sheet.top + window.scrollY - sheet.height * 0.42 - article.offsetTop;
    const scale = (sheet.width * 0.86) / article.offsetWidth;
    article.style.setProperty('--on-sheet', `translate(${left}px, ${top}px) scale(${scale})`);
    article.style.setProperty('--seen-of-sheet', `${(sheet.height * 0.5) / scale}px`);
  }, [main, isArriving]);
}
