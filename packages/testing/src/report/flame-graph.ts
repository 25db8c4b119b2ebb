import { type CallFrame, type ExecutionTrace } from '@coin/mock-node';
import { readContractNames, type ContractNames } from '@coin/mock-node/abi';
import { formatCount } from '../format-count.ts';
import { callName } from './call-tree.ts';
import { type NamingOptions } from './naming-options.ts';

const WIDTH = 1200;
/** Left and right of the boxes, to show their complete outlines. */
const MARGIN = 4;
const ROW = 26;
/** The height of a box, and of the strip below its label that shows the penalty. */
const HEIGHT = 24;
const STRIP = 6;
const TOP = 66;
/** The width of a character at 12 pixels, in the widest of the usual monospaced fonts. */
const CHARACTER = 7.3;
/** Narrower boxes are left out. Their energy still counts in the box above. */
const NARROWEST = 0.5;

interface Box {
  readonly x: number;
  readonly width: number;
  readonly row: number;
  readonly label: string;
  readonly description: string;
  /** The penalty's share of the width. */
  readonly penalty: number;
  readonly kind: 'call' | 'storage' | 'code' | 'lost';
}

/**
 * Draws the energy of a trace's calls as a flame graph, a self-contained SVG document.
 *
 * Each call is a box as wide as its energy, with its inner calls below. Labels, titles and patterns explain the boxes
 * (slanted lines: penalty; dots: storage; level lines: storing code; crosses: lost to an exception), never colour, so
 * it also prints in black and white. If the document is open or part of a page, each box can be focused, which shows
 * its details and lets a screen reader announce them.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { drawFlameGraph } from '@coin/testing/report';
 *
 * const contract = '41c0ffee00000000000000000000000000000000c0';
 * const node = createMockNode({ contracts: [{ address: contract, code: '6001600155' }] });
 * const svg = drawFlameGraph(node.traceCall({ owner: contract, contract, data: 'a9059cbb' }));
 * svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'); // => true
 * ```
 */
export function drawFlameGraph(trace: ExecutionTrace, options: NamingOptions = {}): string {
  const { contracts = [] } = options;
  const { call } = trace;
  const names = readContractNames([...trace.contracts, ...contracts]);
  const boxes =
    call === undefined || call.energy === 0n ? [] : boxesOf(call, names, { total: call.energy, x: MARGIN, row: 0 });
  const rows = boxes.reduce((most, { row }) => Math.max(most, row + 1), 1);
  const height = TOP + rows * ROW + 8;
  const heading =
    call === undefined ? 'No contract ran' : `Energy of ${callName(call, names)}: ${formatCount(call.energy)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="group" class="flame-graph" font-family="monospace" font-size="12">`,
    `<title>${escapeXml(heading)}</title>`,
    `<desc>A box for each call, as wide as its energy, the calls it made below it. ${LEGEND}.</desc>`,
    STYLE,
    PATTERNS,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<g aria-hidden="true"><text x="${MARGIN}" y="18" font-size="14">${escapeXml(heading)}</text>`,
    `<text x="${MARGIN}" y="36">${LEGEND}</text></g>`,
    ...boxes.map(drawBox),
    '</svg>\n',
  ].join('\n');
}

const pattern = (id: string, path: string): string =>
  `<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="${path}" stroke="#000" stroke-opacity="0.55" fill="none"/></pattern>`;

const PATTERNS = `<defs>${pattern('penalty', 'M0 6L6 0')}${pattern('storage', 'M2 3h1')}${pattern('code', 'M0 3h6')}${pattern('lost', 'M0 0L6 6M0 6L6 0')}</defs>`;

const LEGEND = 'Slanted lines: penalty; dots: storage; level lines: saving code; crosses: lost by an exception';

/** The details of the focused or hovered box, in the line below the legend. */
const STYLE =
  '<style>.flame-graph g:focus>.details,.flame-graph g:hover>.details{display:inline}' +
  '.flame-graph g:focus{outline:none}.flame-graph g:focus>rect:first-of-type{stroke-width:3}</style>';

interface Place {
  readonly total: bigint;
  readonly x: number;
  readonly row: number;
  /** The name of the call above it. */
  readonly caller?: string;
}

/** Formats a share as a percentage, rounded to a whole number. */
function formatShare(part: bigint, whole: bigint): string {
  return `${(part * 200n + whole) / (whole * 2n)} %`;
}

function boxesOf(frame: CallFrame, names: ContractNames, { total, x, row, caller }: Place): Box[] {
  const widthOf = (energy: bigint): number => (Number(energy) / Number(total)) * (WIDTH - 2 * MARGIN);
  const { energy, penalty, ownEnergy, storageEnergy, codeEnergy, forfeited, status } = frame;
  const name = callName(frame, names);
  const by = caller === undefined ? '' : `, called by ${caller}`;
  const of = `${formatCount(energy)} energy, ${formatShare(energy, total)} of all`;
  const end = status === 'success' ? '' : status === 'revert' ? ', reverted' : ', failed';
  const boxes: Box[] = [
    {
      x,
      width: widthOf(energy),
      row,
      label: `${name} ${formatCount(energy)}${end}`,
      description: `${name}: ${of}; ${formatCount(ownEnergy)} its own, ${formatCount(penalty)} penalty${end}${by}`,
      penalty: energy === 0n ? 0 : Number(penalty) / Number(energy),
      kind: 'call',
    },
  ];
  let next = x;
  for (const called of frame.calls) {
    boxes.push(...boxesOf(called, names, { total, x: next, row: row + 1, caller: name }));
    next += widthOf(called.energy);
  }
  for (const [kind, part, what] of [
    ['storage', storageEnergy, 'storage'],
    ['code', codeEnergy, 'saving code'],
    ['lost', forfeited, 'lost by an exception'],
  ] as const) {
    if (part === 0n) continue;
    const description = `${what} of ${name}: ${formatCount(part)} energy, ${formatShare(part, total)} of all`;
    const label = `${what} ${formatCount(part)}`;
    boxes.push({ x: next, width: widthOf(part), row: row + 1, label, description, penalty: 0, kind });
    next += widthOf(part);
  }
  return boxes.filter(({ width }) => width >= NARROWEST);
}

function drawBox({ x, width, row, label, description, penalty, kind }: Box): string {
  const y = TOP + row * ROW;
  const strip = y + HEIGHT - STRIP;
  const fits = Math.floor((width - 8) / CHARACTER);
  // Without the types of the function's parameters, if it fits then.
  const short = label.length <= fits ? label : label.replace(/\(.*\)/, '');
  const text = short.length <= fits ? short : fits > 3 ? `${short.slice(0, fits - 1)}…` : '';
  return [
    '<g role="img" tabindex="0">',
    `<title>${escapeXml(description)}</title>`,
    `<rect x="${round(x)}" y="${y}" width="${round(width)}" height="${HEIGHT}" fill="${kind === 'call' ? '#fff' : `url(#${kind})`}" stroke="#000"/>`,
    ...(penalty > 0
      ? [
          `<rect x="${round(x)}" y="${strip}" width="${round(width * penalty)}" height="${STRIP}" fill="url(#penalty)"/>`,
        ]
      : []),
    ...(text === ''
      ? []
      : [
          `<text x="${round(x + 4)}" y="${y + 15}" stroke="#fff" stroke-width="4" paint-order="stroke">${escapeXml(text)}</text>`,
        ]),
    `<text class="details" display="none" x="${MARGIN}" y="54" aria-hidden="true">${escapeXml(description)}</text>`,
    '</g>',
  ].join('');
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML, and replaces characters that XML does not have. */
function escapeXml(text: string): string {
  return text.replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '\uFFFD').replaceAll(/[&<>"']/g, (char) => entities[char] ?? char);
}
