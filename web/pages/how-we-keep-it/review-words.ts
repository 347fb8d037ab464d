import { placeholderReview, type ReviewWords } from '../../../shared/pages.ts';

const names = Object.keys(placeholderReview) as (keyof ReviewWords)[];

/** What the settings say about the review of a report. The server writes it into the document and the prerendered page. */
export function reviewWords(): ReviewWords {
  return Object.fromEntries(names.map((name) => [name, contentOf(name)])) as ReviewWords;
}

function contentOf(name: keyof ReviewWords): string {
  if (typeof document === 'undefined') return placeholderReview[name];
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="review-${name}"]`);
  return meta?.content ?? placeholderReview[name];
}
