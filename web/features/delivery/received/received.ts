/** What the preview shows of the recipient's page, the very parts of it, and what comes back to its owner. */
export { ClosedCover } from './closed-cover.tsx';
export { MemoryReplies } from './memory-replies.tsx';
export { ReceivedArticle } from './received-article.tsx';
