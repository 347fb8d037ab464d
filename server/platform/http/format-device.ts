// What people call the browser behind a user agent. The order matters: most user agents contain several names.
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

/** An Android phone calls itself mobile, a tablet does not. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\biPhone\b|\bMobile\b/, 'phone'],
  [/\bWindows\b|\bMacintosh\b|\bCrOS\b|\bLinux\b/, 'computer'],
];

/** For example "Firefox on Windows", or "An unknown browser" if nothing is recognised. */
export function formatDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = nameIn(browsers, text) ?? 'An unknown browser';
  const system = nameIn(systems, text);
  return system ? `${browser} on ${system}` : browser;
}

/** For example "Firefox on a phone": all that is worth keeping about the device on which somebody wrote. Null if nothing is recognised. */
export function formatShape(userAgent: string | undefined): string | null {
  const browser = nameIn(browsers, userAgent ?? '');
  const shape = nameIn(shapes, userAgent ?? '');
  if (!shape) return browser ?? null;
  return browser ? `${browser} on a ${shape}` : `A ${shape}`;
}

function nameIn(names: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return names.find(([mark]) => mark.test(text))?.[1];
}
