// What a user agent calls itself, as its owner would. The order matters: most give several names.
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

/** "Firefox on Windows", or "An unknown browser" when nothing is recognised. */
export function formatDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = browsers.find(([mark]) => mark.test(text))?.[1] ?? 'An unknown browser';
  const system = systems.find(([mark]) => mark.test(text))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
