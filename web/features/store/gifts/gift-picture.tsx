import type { GiftId } from '../../../../shared/store/gifts.ts';
import balloons from './pictures/balloons.svg';
import bands from './pictures/bands.svg';
import flowers from './pictures/flowers.svg';
import premiumFrame from './pictures/premium-frame.svg';
import standardFrame from './pictures/standard-frame.svg';
import yardSigns from './pictures/yard-signs.svg';

/** Drawn by us, in one style; in dark mode in the colours of dusk, which are in the files. */
const pictures: Readonly<Record<GiftId, string>> = {
  standard_frame: standardFrame,
  premium_frame: premiumFrame,
  flowers,
  bands,
  balloons,
  yard_signs: yardSigns,
};

/** Decorative: the gift's name must be shown beside it. */
export function GiftPicture({ id, className }: { id: GiftId; className: string }) {
  return <img src={pictures[id]} alt="" loading="lazy" className={`object-cover ${className}`} />;
}
