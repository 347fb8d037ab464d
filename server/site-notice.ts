import { formatDay } from '../shared/dates.ts';
import { readSalesStop } from './features/billing/payments/payments.ts';
import { readClosing } from './features/system/closing/closing.ts';
import { cachedFor } from './platform/cached.ts';
import type { Services } from './platform/context.ts';
import type { SiteNotice } from './platform/http/web-files.ts';

/** How old the notice on a page may be, after an announcement. */
const cachedSeconds = 30;

/** What every page currently says: whether anything is sold, and on which day the service closes. */
export function siteNotice(services: Services): () => Promise<SiteNotice> {
  const { db, clock, payments } = services;
  return cachedFor(cachedSeconds, clock, async () => {
    const [closing, stop] = await Promise.all([readClosing(db), readSalesStop(db)]);
    return {
      sellsNothing: !payments.isOffered || stop !== undefined,
      html: closing ? closingNotice(closing.lastDay) : '',
    };
  });
}

function closingNotice(lastDay: string): string {
  return `<aside id="closing-notice" aria-label="Notice"><p>Long After closes on ${formatDay(lastDay)}. Until then everything goes out as planned. <a href="/how-we-keep-it#closing">What happens then</a></p></aside>`;
}
