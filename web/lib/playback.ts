import { beginActivity } from './activity.ts';

const ends = ['pause', 'ended', 'emptied', 'error'] as const;

/**
 * While video or audio plays in `page`, the person counts as active. Returns the function that stops this.
 * The live picture of a camera does not count, because it runs on when nobody is there.
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
    // On the player itself, because the events of a removed player no longer reach the page.
    for (const name of ends) player.addEventListener(name, end);
  };

  // Media events do not bubble, but can be captured.
  page.addEventListener('play', handlePlay, true);
  return () => {
    page.removeEventListener('play', handlePlay, true);
    for (const end of [...playing.values()]) end();
  };
}
