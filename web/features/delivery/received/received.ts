/** What the preview shows of the recipient's page: the very parts of it. */
export { ClosedCover } from './closed-cover.tsx';
export { ReceivedArticle } from './received-article.tsx';
