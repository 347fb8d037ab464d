// What other features may use of physical items.

export { handOverItems, passOnItems, takeBackItems } from './after-death.ts';
export { isAnythingKept, requireNothingKept } from './delete-item.ts';
export { findUsedItemKeys, itemFiles, itemKeysOf, listStoredImages } from './item-files.ts';
export { announceItems, listAllItems, lockItem } from './item-rows.ts';
export { countItems, countKeptItems } from './keep-items.ts';
export { type ItemToHandOver, listItemsToHandOver, listTitlesMeantFor } from './meant-for.ts';
export { requirePremium, requireReading } from './plan-rules.ts';
export { settleReturnFee } from './return-fee.ts';
export { countPhysicalItems } from './staff-queue.ts';
