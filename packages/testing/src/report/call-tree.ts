import { type CallFrame, type ExecutionTrace } from '@coin/mock-node';
import { consoleLine, readContractNames, type ContractNames } from '@coin/mock-node/abi';
import { formatCount } from '../format-count.ts';
import { describeInput, describeLog, describeOutput, describeFailure } from './describe-call.ts';
import { type NamingOptions } from './naming-options.ts';

/**
 * Formats a trace's calls as an indented text tree, for a terminal or a review.
 *
 * Each call, log and line of Solidity's `console.log` has a line. It shows the contract and function with arguments and
 * results, the energy with and without the penalty and without the inner calls, the coin and tokens transferred, and
 * the reason of a failure. Names come from the ABIs in the ledger or in `contracts`.
 *
 * @returns lines that end in a line feed; none if no contract ran.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { formatCallTree } from '@coin/testing/report';
 *
 * const contract = '41c0ffee00000000000000000000000000000000c0';
 * const node = createMockNode({ contracts: [{ address: contract, code: '6001600155' }] });
 * const trace = node.traceCall({ owner: contract, contract, data: 'a9059cbb' });
 * formatCallTree(trace).trim(); // => 'TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565.0xa9059cbb: 20,006 energy'
 * ```
 */
export function formatCallTree(trace: ExecutionTrace, options: NamingOptions = {}): string {
  const { contracts = [] } = options;
  if (trace.call === undefined) return '';
  // Names and texts come from contracts. Characters that would control a terminal or reverse text are replaced.
  return treeLines(trace.call, readContractNames([...trace.contracts, ...contracts]))
    .map((line) => `${line.replaceAll(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu, '\uFFFD')}\n`)
    .join('');
}

const UNITS_PER_COIN = 1_000_000n;

/** Formats small units, 0 or more, as coins with six decimals. */
function formatCoins(amount: bigint): string {
  return `${amount / UNITS_PER_COIN}.${String(amount % UNITS_PER_COIN).padStart(6, '0')}`;
}

function treeLines(frame: CallFrame, names: ContractNames): string[] {
  const written = consoleLine(frame);
  if (written !== undefined) return [`console.log: ${written}`];
  const entries: string[][] = [];
  for (let index = 0; index <= frame.calls.length; index++) {
    for (const log of frame.logs)
      if (log.callsBefore === index) entries.push([`log ${describeLog(log, frame.codeAddress, names)}`]);
    const called = frame.calls[index];
    if (called !== undefined) entries.push(treeLines(called, names));
  }
  const below = entries.flatMap(([first = '', ...rest], index) => {
    const isLast = index === entries.length - 1;
    return [`${isLast ? '└─' : '├─'} ${first}`, ...rest.map((line) => `${isLast ? '  ' : '│ '} ${line}`)];
  });
  return [describeCall(frame, names), ...below];
}

function describeCall(frame: CallFrame, names: ContractNames): string {
  const { instruction, energy, penalty, ownEnergy, callValue, token } = frame;
  const details = [
    `${formatCount(energy)} energy`,
    ...(penalty > 0n ? [`${formatCount(energy - penalty)} without penalty`] : []),
    ...(ownEnergy < energy ? [`${formatCount(ownEnergy)} its own`] : []),
    ...(callValue > 0n ? [`transfers ${formatCoins(callValue)} coin`] : []),
    ...(token === undefined ? [] : [`transfers ${token.value} of token ${token.id}`]),
    ...endOf(frame, names),
  ];
  const how = instruction === 'CALL' || instruction === 'CREATE' ? '' : ` [${instruction}]`;
  const call = callName(frame, names, describeInput(frame, names));
  const result = frame.status === 'success' ? describeOutput(frame, names) : '';
  return `${call}${how}${result}: ${details.join(', ')}`;
}

/** The contract and the function, and the contract whose storage it uses if that is another one. @internal */
export function callName(frame: CallFrame, names: ContractNames, called: string = names.function(frame)): string {
  const { address, codeAddress } = frame;
  const context = address === codeAddress ? '' : ` for ${names.contract(address)}`;
  return `${names.contract(codeAddress)}.${called}${context}`;
}

function endOf(frame: CallFrame, names: ContractNames): string[] {
  const { status, output, error, forfeited } = frame;
  if (status === 'success') return [];
  if (status === 'revert') return [output === '' ? 'reverted' : `reverted: ${describeFailure(frame, names)}`];
  return [`failed: ${error}`, ...(forfeited > 0n ? [`${formatCount(forfeited)} energy lost with it`] : [])];
}
