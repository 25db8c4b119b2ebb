import { type CallFrame, type TracedLog } from '@coin/mock-node';
import { decodeEvent, decodeRevert, loggedParameters, type ContractNames } from '@coin/mock-node/abi';
import { cut, formatNamed, formatParameters } from './format-values.ts';
import { panicMeaning } from './panic-meaning.ts';

const SELECTOR_DIGITS = 8;
const WORD_DIGITS = 64;

/**
 * A function with its arguments, such as `transfer(to: TXYZ…, value: 5)`; its signature or selector if they cannot be
 * decoded.
 */
export function describeInput(frame: CallFrame, names: ContractNames): string {
  const { kind, codeAddress, input } = frame;
  if (kind === 'create') return `constructor(${constructorArguments(frame, names)})`;
  const selector = input.slice(0, SELECTOR_DIGITS);
  const entry = kind === 'call' ? names.entry({ type: 'function', selector, address: codeAddress }) : undefined;
  const values = entry && formatParameters(entry.inputs ?? [], input.slice(SELECTOR_DIGITS));
  return values === undefined ? names.function(frame) : `${entry?.name ?? ''}(${values})`;
}

/** Arguments of a fixed length are at the end of the creation code. Where others begin is unknown. */
function constructorArguments({ address, input }: CallFrame, names: ContractNames): string {
  const { inputs = [] } = names.constructorOf(address) ?? {};
  if (inputs.length === 0 || !inputs.every(({ type }) => /^(u?int\d*|address|bool|bytes\d+)$/.test(type))) return '';
  return formatParameters(inputs, input.slice(-WORD_DIGITS * inputs.length)) ?? '';
}

/** The result of a call, such as ` → true`; empty if no ABI says that its function returns something. */
export function describeOutput({ kind, codeAddress, input, output }: CallFrame, names: ContractNames): string {
  const selector = input.slice(0, SELECTOR_DIGITS);
  const { outputs = [] } = (kind === 'call' && names.entry({ type: 'function', selector, address: codeAddress })) || {};
  if (outputs.length === 0 || output === '') return '';
  const values = formatParameters(outputs, output) ?? cut(`0x${output}`);
  return outputs.length === 1 ? ` → ${values}` : ` → (${values})`;
}

/** An event with its arguments, such as `Transfer(from: TXYZ…, value: 5)`; its topics if no ABI has it. */
export function describeLog(log: TracedLog, address: string, names: ContractNames): string {
  const { topics, data } = log;
  const [topic] = topics;
  if (topic === undefined) return `anonymous event ${cut(`0x${data}`)}`;
  const event = names.entry({ type: 'event', selector: topic, address });
  const values = event && decodeEvent(event, log);
  if (event !== undefined && values !== undefined)
    return `${event.name ?? ''}(${formatNamed(loggedParameters(event), values)})`;
  return [...topics, ...(data === '' ? [] : [data])].map((bytes) => cut(`0x${bytes}`)).join(' ');
}

/**
 * Why a call reverted, such as `Short(by: 5)` or `Panic(0x11), arithmetic overflow`; the data if no ABI has the error.
 */
export function describeFailure({ codeAddress, output }: CallFrame, names: ContractNames): string {
  const entry = names.entry({ type: 'error', selector: output.slice(0, SELECTOR_DIGITS), address: codeAddress });
  const error = decodeRevert(output, entry === undefined ? [] : [entry]);
  if (error === undefined) return cut(`0x${output}`);
  const { name, args } = error;
  const [first] = args;
  if (name === 'Error') return JSON.stringify(cut(String(first)));
  if (name !== 'Panic' || typeof first !== 'bigint') return `${name}(${formatNamed(entry?.inputs ?? [], args)})`;
  const meaning = panicMeaning(first);
  return `Panic(0x${first.toString(16).padStart(2, '0')})${meaning === undefined ? '' : `, ${meaning}`}`;
}
