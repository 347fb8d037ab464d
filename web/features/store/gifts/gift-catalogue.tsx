import { ShieldCheck, Truck } from 'lucide-react';
import { type GiftId, type GiftType, gifts, storeClaims } from '../../../../shared/store/gifts.ts';
import { SectionHeading } from '../../../ui/section-heading.tsx';
import { GiftCard } from './gift-card.tsx';

interface GiftCatalogueProps {
  selected: readonly GiftId[];
  onToggle: (id: GiftId) => void;
}

export function GiftCatalogue(props: GiftCatalogueProps) {
  return (
    <div className="grid gap-10">
      <Shelf id="frames" title="Digital frames" type="frame" {...props} />
      <Shelf id="gifts" title="Memorial gifts" type="gift" {...props} />
      <ul className="flex flex-wrap gap-x-8 gap-y-2 text-ink-soft">
        <li className="flex items-center gap-2.5 lining-nums">
          <Truck aria-hidden="true" className="size-5.5 text-gold" strokeWidth={1.5} />
          {storeClaims.shipping}
        </li>
        <li className="flex items-center gap-2.5 lining-nums">
          <ShieldCheck aria-hidden="true" className="size-5.5 text-gold" strokeWidth={1.5} />
          {storeClaims.warranty}
        </li>
      </ul>
    </div>
  );
}

interface ShelfProps extends GiftCatalogueProps {
  id: string;
  title: string;
  type: GiftType;
}

function Shelf({ id, title, type, selected, onToggle }: ShelfProps) {
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id}>{title}</SectionHeading>
      <ul className="grid gap-5 md:grid-cols-2">
        {gifts
          .filter((gift) => gift.type === type)
          .map((gift) => (
            <li key={gift.id}>
              <GiftCard
                gift={gift}
                headingLevel={3}
                isSelected={selected.includes(gift.id)}
                onToggle={() => onToggle(gift.id)}
              />
            </li>
          ))}
      </ul>
    </section>
  );
}
