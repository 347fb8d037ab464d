import type { Memory } from '../../../../shared/memories/memories.ts';
import type { Gift, GiftId } from '../../../../shared/store/gifts.ts';
import { GiftPicture } from './gift-picture.tsx';

/** The position of the picture in the drawing of a frame, in percent of its width and height. */
const openings: Readonly<Partial<Record<GiftId, string>>> = {
  standard_frame: 'left-[33.5%] top-[36.3%] h-[38.7%] w-[37.5%]',
  premium_frame: 'left-[17.1%] top-[18.7%] h-[44.7%] w-[47.1%]',
};

/** The frame among the chosen gifts, preferring the larger one. */
export function frameOf(chosen: readonly Pick<Gift, 'id'>[]): GiftId | undefined {
  return (['premium_frame', 'standard_frame'] as const).find((frame) =>
    chosen.some(({ id }) => id === frame),
  );
}

/** How a memory will look in the frame that it is given with: its picture, or its title. */
export function FramedMemory({
  frame,
  memory: { title, thumbnailUrl },
}: {
  frame: GiftId;
  memory: Pick<Memory, 'title' | 'thumbnailUrl'>;
}) {
  return (
    <figure>
      <div className="relative aspect-[8/5] overflow-hidden rounded-choice border border-line">
        <GiftPicture id={frame} className="size-full" />
        <div className={`absolute grid place-items-center overflow-hidden bg-card ${openings[frame] ?? ''}`}>
          {thumbnailUrl ? (
            <img src={thumbnailUrl} alt="" className="size-full object-cover" />
          ) : (
            <p className="line-clamp-3 px-1.5 text-center font-serif leading-tight">{title}</p>
          )}
        </div>
      </div>
      <figcaption className="mt-2 text-small text-ink-soft">“{title}” in the frame.</figcaption>
    </figure>
  );
}
