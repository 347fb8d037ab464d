import { Pause, Play } from 'lucide-react';

/** What a press would do. */
export function PlayIcon({ isPlaying }: { isPlaying: boolean }) {
  const Icon = isPlaying ? Pause : Play;
  return <Icon aria-hidden="true" className="size-5.5 flex-none fill-current" strokeWidth={1} />;
}
