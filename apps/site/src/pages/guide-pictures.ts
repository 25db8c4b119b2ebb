/** The parts of pictures: lines in a square of 24. */
const GLYPHS = {
  arrow: '<path d="M4 12h15M14 7l5 5-5 5"/>',
  bolt: '<path d="M13 3 6 13h5l-1 8 8-11h-5z"/>',
  braces: '<path d="M9 4C5 4 8 12 5 12c3 0 0 8 4 8m6-16c4 0 1 8 4 8-3 0 0 8-4 8"/>',
  chart: '<path d="M4 4v16h16M8 16v-4m4 4V8m4 8v-6"/>',
  check: '<path d="m5 13 4 4L19 7"/>',
  clock: '<circle cx="12" cy="12" r="8"/><path d="M12 7v5l3 3"/>',
  coin: '<circle cx="12" cy="12" r="8"/><path d="M12 8v8"/>',
  cross: '<path d="m6 6 12 12M18 6 6 18"/>',
  dice: '<rect x="4" y="4" width="16" height="16" rx="3"/><path d="M9 8v2m6 4v2m0-8v2m-6 4v2"/>',
  document: '<path d="M6 3h8l4 4v14H6zM9 12h6m-6 4h6"/>',
  eye: '<path d="M2 12c4-7 16-7 20 0-4 7-16 7-20 0z"/><circle cx="12" cy="12" r="3"/>',
  flask: '<path d="M8 3h8m-6 0v6L5 20h14L14 9V3M8 15h8"/>',
  fork: '<path d="M6 4v16m0-6c0-5 12-1 12-8"/><circle cx="18" cy="4" r="2"/>',
  key: '<circle cx="8" cy="12" r="4"/><path d="M12 12h9m-3 0v4"/>',
  limit: '<path d="M3 6h18M8 20v-9m7 9V9"/>',
  loop: '<path d="M19 12a7 7 0 1 1-2-5m2-3v4h-4"/>',
  node: '<rect x="4" y="5" width="16" height="14" rx="3"/><path d="M8 10h8m-8 4h5"/>',
  pen: '<path d="m4 20 1-4L17 4l3 3L8 19z"/>',
  people: '<circle cx="9" cy="8" r="3"/><path d="M3 20c0-8 12-8 12 0M16 5a3 3 0 0 1 0 6m2 3c2 1 3 3 3 6"/>',
  shield: '<path d="m12 3 8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z"/>',
} as const;

type Glyph = keyof typeof GLYPHS;

/** What each guide is about, in three parts. */
const PICTURES: Readonly<Record<string, readonly [Glyph, Glyph, Glyph]>> = {
  'accept-deposits': ['coin', 'arrow', 'check'],
  'blocks-and-time': ['node', 'clock', 'loop'],
  'call-a-contract': ['braces', 'arrow', 'document'],
  'commonjs-and-jest': ['document', 'braces', 'flask'],
  'connect-to-nodes': ['braces', 'arrow', 'node'],
  'describe-a-network': ['pen', 'document', 'node'],
  'energy-report': ['bolt', 'chart', 'document'],
  'ethereum-tools': ['eye', 'arrow', 'node'],
  'faulty-node': ['node', 'cross', 'shield'],
  'fork-a-network': ['node', 'fork', 'flask'],
  finality: ['node', 'clock', 'check'],
  'from-tronweb': ['braces', 'arrow', 'braces'],
  'fuzz-contracts': ['dice', 'arrow', 'document'],
  'get-started': ['braces', 'node', 'check'],
  'minted-coin': ['coin', 'chart', 'eye'],
  'other-languages': ['braces', 'arrow', 'flask'],
  'out-of-energy': ['bolt', 'cross', 'eye'],
  'pay-for-energy': ['coin', 'arrow', 'bolt'],
  'pay-out': ['document', 'arrow', 'coin'],
  'pay-with-several-signers': ['people', 'pen', 'coin'],
  'prove-a-payment': ['coin', 'arrow', 'shield'],
  runbook: ['document', 'eye', 'loop'],
  'send-and-resume': ['document', 'loop', 'node'],
  'shared-network': ['people', 'arrow', 'node'],
  'show-a-fee': ['coin', 'limit', 'eye'],
  'sign-elsewhere': ['document', 'arrow', 'key'],
  'sweep-deposits': ['people', 'bolt', 'coin'],
  'sign-with-a-kms': ['node', 'arrow', 'key'],
  'test-a-dapp': ['braces', 'flask', 'check'],
  tronbox: ['flask', 'arrow', 'node'],
  'usdt-transfer-cost': ['coin', 'bolt', 'chart'],
  'watch-payments': ['coin', 'eye', 'chart'],
};

/** Draws the parts beside each other in the colour of the text, the last one in the colour of the site. */
function draw(guide: string): string {
  const glyphs = PICTURES[guide];
  if (glyphs === undefined) throw new Error(`${guide} has no picture: give it one in src/pages/guide-pictures.ts.`);
  const parts = glyphs.map((glyph, place) => {
    const color = place === glyphs.length - 1 ? ' stroke="var(--vp-c-brand-1)"' : '';
    return `<g transform="translate(${place * 24})"${color}>${GLYPHS[glyph]}</g>`;
  });
  return (
    '<svg class="guide-picture" viewBox="0 0 72 24" width="72" height="24" fill="none" stroke="currentColor" ' +
    `stroke-width="1.5" aria-hidden="true">${parts.join('')}</svg>`
  );
}

/** The list of guides with a picture before each of them; it has no words, because the link beside it has them. */
export const withPictures = (text: string): string =>
  text.replaceAll(/^- (?=\[[^\]]*\]\(([\w-]+)\.md\))/gm, (start, guide: string) => `${start}${draw(guide)} `);
