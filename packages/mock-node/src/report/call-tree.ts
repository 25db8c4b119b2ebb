import { type CallFrame, type ExecutionTrace, type TracedContract } from '../control/execution-trace.ts';
import { namesOf, type ContractNames } from './contract-names.ts';
import { formatEnergy, formatPrice } from './format-energy.ts';

/** Contracts besides those that the trace names, for their names and ABIs. */
export interface NamingOptions {
  readonly contracts?: readonly TracedContract[];
}

/**
 * A trace's calls as an indented tree of text, a line for each call and each log: contract and function, what was
 * transferred, energy with its penalty and without that of the calls below, and how it ended.
 *
 * Source: Decision: what a terminal and a review of text can show.
 *
 * @returns lines that end in a line feed; none where no contract ran.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { formatCallTree } from '@coin/mock-node/report';
 *
 * const contract = '41c0ffee00000000000000000000000000000000c0';
 * const node = createMockNode({ contracts: [{ address: contract, code: '6001600155' }] });
 * const trace = node.traceCall({ owner: contract, contract, data: 'a9059cbb' });
 * formatCallTree(trace).trim(); // => 'TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565.0xa9059cbb: 20,006 energy'
 * ```
 */
export function formatCallTree(trace: ExecutionTrace, { contracts = [] }: NamingOptions = {}): string {
  if (trace.call === undefined) return '';
  return treeLines(trace.call, namesOf(trace, contracts))
    .map((line) => `${line}\n`)
    .join('');
}

function treeLines(frame: CallFrame, names: ContractNames): string[] {
  const entries: string[][] = [];
  for (let index = 0; index <= frame.calls.length; index++) {
    for (const { topics, callsBefore } of frame.logs)
      if (callsBefore === index) entries.push([`log ${names.event(frame, topics)}`]);
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
  const { type, energy, penalty, ownEnergy, callValue, token, calls } = frame;
  const details = [
    `${formatEnergy(energy)} energy`,
    ...(penalty > 0n ? [`${formatEnergy(penalty)} of it penalty`] : []),
    ...(calls.length > 0 ? [`${formatEnergy(ownEnergy)} its own`] : []),
    ...(callValue > 0n ? [`transfers ${formatPrice(callValue)} coin`] : []),
    ...(token === undefined ? [] : [`transfers ${token.value} of token ${token.id}`]),
    ...endOf(frame),
  ];
  const how = type === 'CALL' || type === 'CREATE' ? '' : ` [${type}]`;
  return `${callName(frame, names)}${how}: ${details.join(', ')}`;
}

/** Contract and function, with the contract whose storage it works on where that is another one. @internal */
export function callName(frame: CallFrame, names: ContractNames): string {
  const { address, codeAddress } = frame;
  const context = address === codeAddress ? '' : ` for ${names.contract(address)}`;
  return `${names.contract(codeAddress)}.${names.function(frame)}${context}`;
}

function endOf({ status, output, error, forfeited }: CallFrame): string[] {
  if (status === 'success') return [];
  if (status === 'revert') return [output === '' ? 'reverted' : `reverted with 0x${output}`];
  return [`failed: ${error}`, ...(forfeited > 0n ? [`${formatEnergy(forfeited)} energy lost with it`] : [])];
}
