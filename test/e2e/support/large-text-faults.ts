interface Line {
  element: Element;
  /** The nearest ancestor that stays while the page scrolls. Everything can be scrolled out from under it. */
  layer: Element | null;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Runs in the page: everything that somebody with large text cannot read or reach. */
function findFaults(): string[] {
  const all = new CSSStyleSheet();
  all.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(all);
  const faults = [...beyondTheEdge(), ...textFaults(), ...outOfReach()];
  document.adoptedStyleSheets.pop();
  return faults;
}

/** Lines of text that are cut off for good, or overlap each other. */
function textFaults(): string[] {
  const cut = new Set<string>();
  const lines = textsToRead().flatMap((range) =>
    [...range.getClientRects()].flatMap((box) => visibleLine(range, box, cut) ?? []),
  );
  return [...cut, ...overlapping(lines)];
}

function textsToRead(): Range[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Range[] = [];
  while (walker.nextNode()) {
    const { currentNode } = walker;
    const element = currentNode.parentElement;
    if (!element || !currentNode.textContent?.trim() || !isOnScreen(element)) continue;
    // What is drawn has its name in words.
    if (element.closest('script, style, noscript, select, [role="img"], [inert]')) continue;
    const range = document.createRange();
    range.selectNodeContents(currentNode);
    found.push(range);
  }
  return found;
}

/** The visible part of a line of text; records which ancestor cuts it off. */
function visibleLine(range: Range, box: DOMRect, cut: Set<string>): Line | undefined {
  const element = range.startContainer.parentElement ?? document.body;
  // Ascenders and descenders may extend beyond their line.
  const inset = box.height / 4;
  const { left, right, top, bottom } = box;
  const line = { element, layer: layerOf(element), left, right, top: top + inset, bottom: bottom - inset };
  for (
    let parent: Element = element;
    parent !== document.body;
    parent = parent.parentElement ?? document.body
  ) {
    const style = getComputedStyle(parent);
    const frame = parent.getBoundingClientRect();
    if (frame.width <= 1 || style.clipPath === 'inset(50%)') return undefined;
    if (isCutBy(line, frame, style)) cut.add(`cut off by ${nameOf(parent)}: ${nameOf(element)}`);
    if (style.overflow !== 'visible') narrow(line, frame);
    if (line.right - line.left < 2 || line.bottom - line.top < 2) return undefined;
    if (style.position === 'fixed') break;
  }
  return line;
}

/** Text that ends in an ellipsis after some lines is a preview of something that can be read elsewhere. */
function isCutBy(line: Line, frame: DOMRect, style: CSSStyleDeclaration): boolean {
  if (style.webkitLineClamp !== 'none') return false;
  const beyondX = Math.max(frame.left - line.left, line.right - frame.right);
  const beyondY = Math.max(frame.top - line.top, line.bottom - frame.bottom);
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  return (beyondX > 2 && cuts(style.overflowX)) || (beyondY > 2 && cuts(style.overflowY));
}

function narrow(line: Line, frame: DOMRect): void {
  line.left = Math.max(line.left, frame.left);
  line.right = Math.min(line.right, frame.right);
  line.top = Math.max(line.top, frame.top);
  line.bottom = Math.min(line.bottom, frame.bottom);
}

function layerOf(element: Element | null): Element | null {
  if (!element || ['fixed', 'sticky'].includes(getComputedStyle(element).position)) return element;
  return layerOf(element.parentElement);
}

function overlapping(lines: Line[]): Set<string> {
  const found = new Set<string>();
  lines.forEach((one, index) => {
    for (const other of lines.slice(index + 1)) {
      if (one.layer !== other.layer || one.element === other.element) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 2 && height > 2)
        found.add(`lie on each other: ${nameOf(one.element)}, ${nameOf(other.element)}`);
    }
  });
  return found;
}

function beyondTheEdge(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isBeyond = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
  const last = [...document.body.querySelectorAll('*')].filter(isBeyond).at(-1) ?? document.body;
  return [`sticks out by ${scrollWidth - clientWidth} px: ${nameOf(last)}`];
}

function outOfReach(): string[] {
  const { scrollX: left, scrollY: top } = window;
  const found = [...document.querySelectorAll('button, a[href], summary')]
    .filter((element) => isOnScreen(element) && !element.closest('[aria-hidden="true"], [inert], :disabled'))
    .filter((element) => !canBePressed(element))
    .map((element) => `out of reach: ${nameOf(element)}`);
  window.scrollTo({ left, top, behavior: 'instant' });
  return found;
}

function canBePressed(element: Element): boolean {
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const [box] = element.getClientRects();
  if (!box) return true;
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  // A toast can be dismissed.
  return (
    hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('[data-toast]') !== null)
  );
}

/** Excludes elements for screen readers only, and those that appear only on focus. */
function isOnScreen(element: Element): boolean {
  const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return (
    isShown && element.getBoundingClientRect().width > 1 && getComputedStyle(element).clipPath === 'none'
  );
}

function nameOf(element: Element): string {
  const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  const classes = element.getAttribute('class')?.split(' ').slice(0, 3).join('.');
  return `<${element.localName}${classes ? `.${classes}` : ''}> "${text.slice(0, 40)}"`;
}

const inPage = [
  ...[findFaults, beyondTheEdge, textFaults, textsToRead, visibleLine, isCutBy, narrow, layerOf, overlapping],
  ...[outOfReach, canBePressed, isOnScreen, nameOf],
];

/** The source of all these functions: a page takes only one script, and they call each other. */
export const largeTextFaults = `(() => { ${inPage.join('\n')}; return findFaults(); })()`;
