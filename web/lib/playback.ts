import { beginActivity } from './activity.ts';

const ends = ['pause', 'ended', 'emptied', 'error'] as const;

/**
 * While a film or a sound plays in `page`, whoever watches or listens counts as active. Returns the way to stop. The
 * live picture of a camera is no film: it runs for as long as it is not switched off, with nobody before it.
 */
export function followPlayback(page: Document): () => void {
  const playing = new Map<HTMLMediaElement, () => void>();

  const handlePlay = ({ target: player }: Event) => {
    if (!(player instanceof HTMLMediaElement) || player.srcObject || playing.has(player)) return;
    const endActivity = beginActivity();
    const end = () => {
      endActivity();
      playing.delete(player);
      for (const name of ends) player.removeEventListener(name, end);
    };
    playing.set(player, end);
    // On the player itself: one that leaves the page stops there, out of the page's hearing.
    for (const name of ends) player.addEventListener(name, end);
  };

  // What players tell does not bubble, but on its way down it passes here.
  page.addEventListener('play', handlePlay, true);
  return () => {
    page.removeEventListener('play', handlePlay, true);
    for (const end of [...playing.values()]) end();
  };
}
