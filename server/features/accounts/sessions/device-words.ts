// What a browser says of itself, in words that its owner recognises. Order matters: most call themselves by several names.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Such as "Firefox on Windows"; "An unknown browser" where nothing is recognised. */
export function deviceWords(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = browsers.find(([mark]) => mark.test(text))?.[1] ?? 'An unknown browser';
  const system = systems.find(([mark]) => mark.test(text))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
