import { type CallFrame, type ExecutionTrace } from '@coin/mock-node';
import { consoleLine, readContractNames, type ContractNames } from '@coin/mock-node/abi';
import { rejectUnusable } from '../errors.ts';
import { formatCount } from '../format-count.ts';
import { describeInput, describeLog, describeOutput, describeFailure } from './describe-call.ts';
import { readContracts, type NamingOptions } from './naming-options.ts';

/**
 * A trace's calls as an indented tree of text, a line for each call, each log and each line of Solidity's
 * `console.log`: contract and function with arguments and results, energy with and without penalty and without that of
 * the calls below, what was transferred, and why it failed. ABIs that the ledger or `contracts` has give the names.
 *
 * Source: Decision: what a terminal and a review of text can show.
 *
 * @returns lines that end in a line feed; none where no contract ran.
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
  return rejectUnusable('arguments of formatCallTree', () => {
    const contracts = readContracts(options);
    if (trace.call === undefined) return '';
    // Names and texts come from contracts: what would control a terminal or turn text around is replaced.
    return treeLines(trace.call, readContractNames([...trace.contracts, ...contracts]))
      .map((line) => `${line.replaceAll(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu, '\uFFFD')}\n`)
      .join('');
  });
}

const UNITS_PER_COIN = 1_000_000n;

/** Small units, 0 or more, as a decimal of coins with six places. */
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

/** Contract and function, with the contract whose storage it works on where that is another one. @internal */
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
