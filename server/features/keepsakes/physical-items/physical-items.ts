// What other features may use of physical items.

export { handOverItems, passOnItems, takeBackItems } from './after-death.ts';
export { findUsedItemKeys, itemFiles, itemKeysOf, listStoredImages } from './item-files.ts';
export { announceItems, listItems, listTitlesMeantFor, lockItem } from './item-rows.ts';
export { countItems, requireNothingKept } from './keep-items.ts';
export { requirePremium, requireReading } from './plan-rules.ts';
export { settleReturnFee } from './returns.ts';
export { countPhysicalItems } from './staff-queue.ts';
