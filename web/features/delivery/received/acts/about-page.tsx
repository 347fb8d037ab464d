import type { ReceivedAct } from '../../../../../shared/delivery/received-acts.ts';
import type { PageLink } from '../page/page-link.ts';
import { AddressRow } from './address-row.tsx';
import { DeclineRow } from './decline-row.tsx';
import { NotMineRow } from './not-mine.tsx';
import { RemindRow } from './remind-row.tsx';

/** What a recipient can do about the page itself. Each act says beforehand what it does. */
export function AboutPage({ page }: { page: PageLink }) {
  const { said } = page.cover;
  const can = (act: ReceivedAct) => said?.can.includes(act) ?? act === 'not-me';
  if (said?.can.every((act) => act === 'reply')) return null;
  return (
    <section aria-labelledby="about-page" className="mt-12 md:mt-16 print:hidden">
      <h2 id="about-page" className="mb-3.5 text-[1.6875rem] leading-tight">
        About this page
      </h2>
      <ul>
        {said && can('remind') && <RemindRow page={page} said={said} />}
        {said && can('address') && <AddressRow page={page} said={said} />}
        {said && can('decline') && <DeclineRow page={page} said={said} />}
        {can('not-me') && <NotMineRow page={page} />}
      </ul>
    </section>
  );
}
