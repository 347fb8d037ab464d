export const sheetPath = '/settings/sheet';
