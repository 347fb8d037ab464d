import { placeholderOrigin, publicPages } from '../../shared/pages.ts';

/**
 * A header of private pages (delivery links) says that they must not be indexed; a disallow rule here would
 * keep crawlers from seeing that header.
 */
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
