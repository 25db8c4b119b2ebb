import { styleText } from 'node:util';
import { decimalStyle, formatCoin } from '@coin/units';
import Table from 'cli-table3';
import type { Facts, Story } from './story.ts';

export interface ReportOptions {
  /** `terminal`: with colours. */
  readonly look: 'terminal' | 'plain';
}

const style = decimalStyle({ minDecimals: 2, grouping: ',' });
const coin = (amount: bigint) => formatCoin(amount, style);
const count = (value: bigint) => value.toLocaleString('en');
/** Ten-thousandths as a decimal. */
const decimal = (factor: bigint) => String(Number(factor) / 10_000);

/** The story as a person reads it. */
export function reportStory({ transfer, estimates, energyPrice, runs, short }: Story, { look }: ReportOptions): string {
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    look === 'terminal' ? styleText(format, text, { validateStream: false }) : text;
  const table = (head: string[], rows: string[][]) => {
    const drawn = new Table({
      head: head.map((text) => paint('bold', text)),
      style: { head: [], border: [] },
      chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
      colAligns: head.map((_, i) => (i === 0 ? 'left' : 'right')),
    });
    drawn.push(...rows);
    return drawn.toString();
  };
  const heading = (text: string) => `\n${paint('bold', text)}\n`;
  const verdict = (result: string) => paint(result === 'SUCCESS' ? 'green' : 'red', result);
  const [cheapest] = runs;
  return [
    heading('1. Coin transfer: built by the node, checked byte by byte, signed, broadcast'),
    table(
      ['coin', ''],
      [
        ['balance before', coin(transfer.before)],
        ['sent', coin(transfer.amount)],
        ['burned for bandwidth and the rest', coin(transfer.fee)],
        ['balance after', coin(transfer.after)],
      ],
    ),
    `transaction ${transfer.txID}\n`,
    heading('2. The energy of transfer(address,uint256) to a new holder, before it is sent'),
    table(
      ['energy factor', 'triggerconstantcontract', 'of it penalty', 'estimateenergy'],
      estimates.map((row) => [decimal(row.factor), count(row.energy), count(row.penalty), count(row.estimated)]),
    ),
    heading(`3. The fee limit by each method, and the call under it (energy price ${energyPrice} small units)`),
    table(
      ['fee limit from', 'fee limit, coin', 'result', 'energy used', 'burned for it, coin', 'with bandwidth'],
      [...runs, short].map((run) => [
        run.method,
        coin(run.feeLimit),
        verdict(run.result),
        count(run.energy),
        coin(run.energyFee),
        coin(run.burned),
      ]),
    ),
    `A limit is a bound, not a price: each successful call burned ${coin(cheapest?.burned ?? 0n)} coin.`,
    `The limit that was one unit of energy short lost ${coin(short.burned)} coin and did nothing.`,
    '',
  ].join('\n');
}

/** What was read from a node, as a person reads it. */
export function reportFacts(facts: Facts): string {
  const lines = [
    `energy price: ${facts.energyPrice} small units`,
    `max factor: ${decimal(facts.maxFactor)}`,
    `highest fee limit: ${coin(facts.maxFeeLimit)} coin`,
  ];
  if (facts.balance !== undefined) lines.unshift(`balance: ${coin(facts.balance)} coin`);
  if (facts.contract !== undefined)
    lines.push(
      `contract: energy factor ${decimal(facts.contract.factor)}, ${count(facts.contract.usage)} energy used in this cycle`,
    );
  return `${lines.join('\n')}\n`;
}

/** For machines: amounts and energy as decimal strings. */
export const toJson = (value: Story | Facts): string =>
  `${JSON.stringify(value, (_, entry: unknown) => (typeof entry === 'bigint' ? entry.toString() : entry))}\n`;
