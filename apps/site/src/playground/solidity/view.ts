import { type AddressFields, textField } from '../address/address-state.ts';
import { coin, count } from '../format.ts';
import { EXAMPLE_SOURCE } from './example-source.ts';
import { type ContractStep, type NamedValue } from './model.ts';
import { type Compilation, type CompiledContract, type Diagnostic } from './read-compilation.ts';

/** What the address of the panel holds. */
export interface SolidityState {
  source: string;
  /** The name of a contract; empty for the last one that can be deployed. */
  contract: string;
  /** Arguments of the constructor, a JSON list. */
  args: string;
  /** Coins that the deployment sends along, and its fee limit in coins. */
  coins: string;
  limit: string;
  /** A signature, or `CALL_DATA`; empty for the first one. */
  function: string;
  callArgs: string;
  callCoins: string;
  callLimit: string;
}

const LIMIT = '1000';

export const solidityFields: AddressFields<SolidityState> = {
  source: textField({ maxLength: 100_000, initial: EXAMPLE_SOURCE }),
  contract: textField({ maxLength: 200 }),
  args: textField({ maxLength: 10_000, initial: '[10]' }),
  coins: textField({ maxLength: 30 }),
  limit: textField({ maxLength: 30, initial: LIMIT }),
  function: textField({ maxLength: 1_000 }),
  callArgs: textField({ maxLength: 10_000 }),
  callCoins: textField({ maxLength: 30 }),
  callLimit: textField({ maxLength: 30, initial: LIMIT }),
};

const SEVERITIES: Readonly<Record<Diagnostic['severity'], string>> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Note',
};

/** What a diagnostic is, and where. */
export function headOf({ severity, place }: Diagnostic): string {
  const kind = SEVERITIES[severity];
  return place === undefined ? kind : `${kind} in line ${count(place.line)}, column ${count(place.column)}`;
}

const counted = (items: readonly unknown[], singular: string): string =>
  `${count(items.length)} ${singular}${items.length === 1 ? '' : 's'}`;

/** What a compilation gave, in a sentence. */
export function compiledText({ diagnostics, contracts }: Compilation): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return `The source has ${counted(errors, 'error')}, so nothing was compiled.`;
  const others = diagnostics.length === 0 ? '' : `, with ${counted(diagnostics, 'remark')}`;
  if (contracts.length === 0) return `The source has no contract${others}.`;
  return `Compiled ${counted(contracts, 'contract')}${others}: ${contracts.map(({ name }) => name).join(', ')}.`;
}

/** The contract that a state names, or the last one that can be deployed. */
export function chosenContract(
  contracts: readonly CompiledContract[],
  { contract }: Pick<SolidityState, 'contract'>,
): CompiledContract | undefined {
  const named = contracts.find(({ name }) => name === contract);
  return named ?? contracts.findLast(({ problem }) => problem === undefined) ?? contracts.at(-1);
}

/** A value as the reader would write it. */
export function valueText(value: unknown): string {
  if (typeof value === 'bigint' || typeof value === 'number') return count(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, part]: [string, unknown]) => `${name}: ${valueText(part)}`)
      .join(', ')} }`;
  return typeof value === 'string' && !/^(?:0x|T)[\da-zA-Z]*$/.test(value) ? `“${value}”` : String(value);
}

const namedText = ({ name, value }: NamedValue): string => `${name}: ${valueText(value)}`;

/** How a step ended, in a sentence. */
export function outcomeText({ do: verb, succeeded, result, reason }: ContractStep): string {
  if (succeeded) return verb === 'read' ? 'Read.' : 'Succeeded.';
  const word = result === 'REVERT' ? 'Reverted' : result === 'REJECTED' ? 'Rejected' : `Failed, ${result}`;
  return reason === undefined ? `${word}.` : `${word}: ${reason.replace(/\.$/, '')}.`;
}

/** A fee limit bounds the part for energy alone. */
const feeText = ({ fee, energyFee }: ContractStep): string =>
  fee === energyFee ? `${coin(fee)} coin` : `${coin(fee)} coin, ${coin(energyFee)} of it for energy`;

/** What a step gave, as pairs of a name and a text. */
export function factsOf(step: ContractStep): readonly (readonly [string, string])[] {
  const { do: verb, succeeded, values, events, energy, feeLimit, planned } = step;
  const isInBlock = verb !== 'read' && step.result !== 'REJECTED';
  return [
    ...values.map(({ name, value }) => [`Result, ${name}`, valueText(value)] as const),
    ...events.map(({ name, values: parts }) => ['Log', `${name}(${parts.map(namedText).join(', ')})`] as const),
    ...(isInBlock || succeeded ? [['Energy', count(energy)] as const] : []),
    ...(isInBlock ? [['Fee', feeText(step)] as const] : []),
    ...(verb === 'read' ? [] : [['Fee limit', `${coin(feeLimit)} coin`] as const]),
    ...(planned === undefined ? [] : [['Fee limit, planned', `${coin(planned)} coin`] as const]),
  ];
}
