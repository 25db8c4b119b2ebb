/** The elements of a flame graph, and the attributes that each may have besides those of all. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  svg: ['viewBox', 'role'],
  title: [],
  desc: [],
  defs: [],
  pattern: ['id', 'width', 'height', 'patternUnits'],
  path: ['d', 'stroke', 'stroke-opacity', 'fill'],
  rect: ['x', 'y', 'width', 'height', 'fill', 'stroke'],
  g: ['role', 'tabindex', 'aria-hidden'],
  text: ['x', 'y', 'font-size', 'stroke', 'stroke-width', 'paint-order', 'display', 'aria-hidden'],
};

const OF_ALL = ['class'];
const SVG = 'http://www.w3.org/2000/svg';

/** Some hundred calls; more would hold up the page. */
const MOST_CHARACTERS = 300_000;

/** A copy of what a flame graph may consist of: nothing that runs, loads or styles, whatever the names in it are. */
function copyOf(node: Node): Node | undefined {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.textContent ?? '');
  if (!(node instanceof Element)) return undefined;
  const allowed = Object.hasOwn(ATTRIBUTES, node.localName) ? ATTRIBUTES[node.localName] : undefined;
  if (allowed === undefined || node.namespaceURI !== SVG) return undefined;
  const copy = document.createElementNS(SVG, node.localName);
  for (const name of [...allowed, ...OF_ALL]) {
    const value = node.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  for (const child of node.childNodes) {
    const copied = copyOf(child);
    if (copied !== undefined) copy.append(copied);
  }
  return copy;
}

/**
 * The elements of a flame graph for a page, or undefined where it is too large for one.
 *
 * @param svg - the document that `drawFlameGraph` drew
 */
export function flameGraphElements(svg: string): Node | undefined {
  if (svg.length > MOST_CHARACTERS) return undefined;
  // The page's policy allows no style of a document, and its style sheet has these.
  const unstyled = svg.replace(/<style>[^<]*<\/style>/, '');
  const { documentElement } = new DOMParser().parseFromString(unstyled, 'image/svg+xml');
  return copyOf(documentElement);
}
