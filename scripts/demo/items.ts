/** The items that Ruth gives us to keep, as she photographed them on her kitchen table. */
import { type Size, svg } from './landscape.ts';
import type { Photo } from './photos.ts';

const size: Size = { width: 1600, height: 1000 };
const camera = { make: 'Meridian', model: 'Six' };

/** Morning light on the wall, a wooden table, and the shadow of the item on it. */
const table =
  '<rect width="1600" height="1000" fill="#EFE3CB"/><path d="M200 0H700L400 780H-130ZM790 0h150L640 780H480Z" fill="#F8F0DC" opacity=".75"/><path d="M0 780H1600V1000H0Z" fill="#C6A374"/><path d="M0 780H1600v24H0Z" fill="#DBC196"/><ellipse cx="800" cy="860" rx="470" ry="34" fill="#8A6A42" opacity=".32"/>';

function onTable(file: string, takenAt: string, thing: string): Photo {
  return { file, size, camera, takenAt, drawing: svg(size, table, thing) };
}

export const locket = onTable(
  'locket.jpg',
  '2026:05:04 10:12:00',
  '<path d="M540 300h520l40 300H500Z" fill="#37594F"/><path d="M580 340h440l30 230H550Z" fill="#D9D2BE"/><path d="M640 470c30-180 290-180 320 0" fill="none" stroke="#C9973B" stroke-width="7" stroke-dasharray="3 9" stroke-linecap="round"/><path d="M480 600h640v240a20 20 0 01-20 20H500a20 20 0 01-20-20Z" fill="#24443C"/><path d="M480 600h640l-40 44H520Z" fill="#1A342E"/><path d="M800 640C650 540 690 440 800 500c110-60 150 40 0 140Z" fill="#D9A84B"/><path d="M800 622c-110-78-84-140-8-96v96Zm0 0c110-78 84-140 8-96v96Z" fill="#8A4B3A"/><circle cx="800" cy="488" r="14" fill="none" stroke="#B5832F" stroke-width="8"/><rect x="770" y="690" width="60" height="34" rx="6" fill="#C9973B"/>',
);

export const recipeBook = onTable(
  'recipe-book.jpg',
  '2026:06:18 08:40:00',
  '<path d="M430 760h760a24 24 0 010 90H430Z" fill="#7C2F2A"/><path d="M440 775h740v58H440Z" fill="#F3E9D6"/><path d="M440 794h740M440 813h740" stroke="#CDBB95" stroke-width="3"/><g transform="rotate(-7 800 540)"><rect x="520" y="330" width="540" height="430" rx="14" fill="#B4573F"/><rect x="520" y="330" width="46" height="430" rx="14" fill="#8E3F2E"/><rect x="660" y="430" width="300" height="170" rx="8" fill="#FBF6EA"/><path d="M700 490c60-40 60 30 110-6s60 20 110-6M720 545h180" fill="none" stroke="#7C2F2A" stroke-width="8" stroke-linecap="round"/></g><path d="M1180 850L1330 360" stroke="#A67C50" stroke-width="26" stroke-linecap="round"/><ellipse cx="1345" cy="310" rx="52" ry="80" transform="rotate(17 1345 310)" fill="#BE9566"/><path d="M700 850v70l26-24 26 24v-70Z" fill="#C9973B"/>',
);

export const letterBox = onTable(
  'letters.jpg',
  '2026:06:21 19:05:00',
  '<path d="M390 390L480 200h640l90 190Z" fill="#6D4D2E"/><path d="M440 370l64-140h592l64 140Z" fill="#4A3322"/><path d="M500 510V280l500-34 20 250Z" fill="#FBF6EA"/><path d="M470 530l-8-186h500l14 186Z" fill="#FFFDF6"/><path d="M462 344l254 146 246-146" fill="none" stroke="#CDBB95" stroke-width="5"/><path d="M370 450h860v380a26 26 0 01-26 26H396a26 26 0 01-26-26Z" fill="#A67C50"/><path d="M1100 450h130v380a26 26 0 01-26 26h-114c26-130 26-270 10-406Z" fill="#8A643E"/><path d="M370 450h860v38H370Z" fill="#BE9566"/><rect x="740" y="500" width="120" height="100" rx="12" fill="#C9973B"/><circle cx="800" cy="545" r="14" fill="#5F4630"/><path d="M370 690c180-60 300 60 440 0s280-60 420 20" fill="none" stroke="#C9973B" stroke-width="8"/>',
);
