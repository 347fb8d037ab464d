import { clockFace } from '../../../shared/lengths.ts';
import { Button } from '../button.tsx';
import { pressText, videoLabels } from './play-labels.ts';
import type { Playback, PlaybackState } from './playback.ts';
import { PlayIcon } from './player-controls.tsx';
import type { VideoPlayerProps } from './player-props.ts';
import { Sleeve } from './sleeve.tsx';

interface CoverProps extends VideoPlayerProps {
  playback: Playback;
  state: PlaybackState;
  onBegin: () => void;
}

export function Cover(props: CoverProps) {
  const { poster, sleeveName, isAcross, peaks, playback, state, onBegin } = props;
  if (props.size === 'small') return <SmallCover {...props} />;
  const begin = (
    <Button
      icon={<PlayIcon isPlaying={false} />}
      className="min-h-17! gap-4! px-9! text-[1.3125rem]! lining-nums"
      onPress={onBegin}
    >
      {pressText(state, playback.place(), videoLabels)}
    </Button>
  );
  const hasSound = peaks?.some((peak) => peak > 0);
  if (poster)
    return (
      <div className="grid gap-4 md:justify-items-start">
        <img src={poster} alt="" className="aspect-video w-full rounded-choice object-cover" />
        {begin}
      </div>
    );
  return (
    <>
      <Sleeve name={sleeveName} isAcross={isAcross}>
        {begin}
      </Sleeve>
      <p className="mt-3.5 text-small text-ink-soft">
        {hasSound && 'It has sound. '}
        The picture stays covered until you press Watch.
      </p>
    </>
  );
}

/** The picture and, beside it, the button that plays it, so that nothing covers the picture. */
function SmallCover({ cover, playback, state, onBegin }: CoverProps) {
  const { lengthSeconds } = state;
  const seen = lengthSeconds === null ? videoLabels.begin : clockFace(Math.max(1, lengthSeconds));
  const spoken = pressText(state, playback.place(), videoLabels);
  return (
    <div className="grid h-38 grid-cols-[minmax(0,1fr)_auto]">
      {cover}
      <button
        type="button"
        aria-label={spoken.includes(seen) ? spoken : `${spoken}, ${seen}`}
        className="group/begin grid w-26 content-center justify-items-center gap-1.5 text-small font-medium lining-nums tabular-nums"
        onClick={onBegin}
      >
        <span className="grid size-12 place-items-center rounded-full bg-pine text-on-pine transition-colors group-hover/begin:bg-pine-deep">
          <PlayIcon isPlaying={false} />
        </span>
        {seen}
      </button>
    </div>
  );
}
