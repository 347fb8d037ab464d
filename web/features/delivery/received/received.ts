/** The parts of the recipient's page that previews show, and what comes back to its owner. */

export { ClosedCover } from './closed-cover.tsx';
export { PhotoBack, Sleeve, SoundCard } from './cover/packet.tsx';
export { MemoryReplies } from './memory-replies.tsx';
export { ReceivedArticle } from './received-article.tsx';
