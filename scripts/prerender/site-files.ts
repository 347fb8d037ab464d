import { placeholderOrigin, publicPages } from '../../shared/pages.ts';

/** Pages of one person (delivery links) say by a header that they are not to be listed; forbidding the visit would hide that. */
export function makeRobotsTxt(): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /',
    '',
    `Sitemap: ${placeholderOrigin}/sitemap.xml`,
    '',
  ].join('\n');
}

export function makeSitemap(): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...publicPages.map((path) => `  <url><loc>${placeholderOrigin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
