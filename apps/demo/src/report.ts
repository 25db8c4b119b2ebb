import { styleText } from 'node:util';
import { createLocale, formatCoin } from '@coin/units';
import Table from 'cli-table3';
import { type Facts } from './read-facts.ts';
import { type DemoResult } from './run-demo.ts';

export interface ReportOptions {
  /** `terminal` adds colours. */
  readonly look: 'terminal' | 'plain';
}

const locale = createLocale('en');
const coin = (amount: bigint) => formatCoin(amount, { decimals: { min: 2 }, locale });
const count = (value: bigint) => value.toLocaleString('en');
/** Ten-thousandths as a decimal. */
const decimal = (factor: bigint) => String(Number(factor) / 10_000);

/** Formats the result of the demo for people. */
export function reportDemo(
  { transfer, estimates, energyPrice, runs, short }: DemoResult,
  { look }: ReportOptions,
): string {
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
    heading('1. Coin transfer: built by the node, verified byte by byte, signed, broadcast'),
    table(
      ['coin', ''],
      [
        ['balance before', coin(transfer.before)],
        ['sent', coin(transfer.amount)],
        ['burned as fees', coin(transfer.fee)],
        ['balance after', coin(transfer.after)],
      ],
    ),
    `transaction ${transfer.txID}\n`,
    heading('2. The energy of transfer(address,uint256) to a new holder, before it is sent'),
    table(
      ['energy factor', 'triggerconstantcontract', 'of which penalty', 'estimateenergy'],
      estimates.map((row) => [decimal(row.factor), count(row.energy), count(row.penalty), count(row.estimated)]),
    ),
    heading(`3. The fee limit by each method, and a call under it (energy price ${energyPrice} small units)`),
    table(
      ['fee limit from', 'fee limit, coin', 'result', 'energy used', 'burned for it, coin', 'with bandwidth'],
      [...runs, short].map((call) => [
        call.method,
        coin(call.feeLimit),
        verdict(call.result),
        count(call.energy),
        coin(call.energyFee),
        coin(call.burned),
      ]),
    ),
    `A limit is a bound, not a price: each successful call burned ${coin(cheapest?.burned ?? 0n)} coin.`,
    `The limit one unit of energy too low burned ${coin(short.burned)} coin, and the transfer did not happen.`,
    '',
  ].join('\n');
}

/** Formats what was read from a node for people. */
export function reportFacts(facts: Facts): string {
  const lines = [
    `energy price: ${facts.energyPrice} small units`,
    `max factor: ${decimal(facts.maxFactor)}`,
    `maximum fee limit: ${coin(facts.maxFeeLimit)} coin`,
  ];
  if (facts.balance !== undefined) lines.unshift(`balance: ${coin(facts.balance)} coin`);
  if (facts.contract !== undefined)
    lines.push(
      `contract: energy factor ${decimal(facts.contract.factor)}, ${count(facts.contract.usage)} energy used in this cycle`,
    );
  return `${lines.join('\n')}\n`;
}

/** Formats a result for programs: amounts and energy as decimal strings. */
export const toJson = (value: DemoResult | Facts): string =>
  `${JSON.stringify(value, (_, entry: unknown) => (typeof entry === 'bigint' ? entry.toString() : entry))}\n`;
