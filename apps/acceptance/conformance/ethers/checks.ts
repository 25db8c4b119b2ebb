import assert from 'node:assert/strict';
import { functionSelectorHex, type AbiParameter } from '@coin/rpc';
import { decodeLogs, decodeResult, encodeCall, parseAbi } from '@coin/rpc/abi';
import { fromEvmAddress } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { bytesOf, callPrecompile, createContract, hexOf, runContract } from '../vm-calls.ts';

/** A value in the cases: what is no list is tagged, except in events. */
type Given = string | boolean | readonly Given[] | { readonly type: string; readonly value: Given };

/** The value as the client takes and gives it. */
function valueOf({ type, components = [] }: AbiParameter, given: Given): unknown {
  const value = given instanceof Object && 'value' in given ? given.value : given;
  const [, inner] = /^(.*)\[\d*\]$/u.exec(type) ?? [];
  if (inner !== undefined) return (value as readonly Given[]).map((item) => valueOf({ type: inner, components }, item));
  if (type === 'tuple') return components.map((component, i) => valueOf(component, (value as readonly Given[])[i]!));
  if (type === 'address') return fromEvmAddress(value as string);
  const [, bits] = /^u?int(\d+)$/u.exec(type) ?? [];
  if (bits === undefined) return value;
  const text = value as string;
  const integer = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  return Number(bits) > 48 ? integer : Number(integer);
}

/** The selector of `test()`, which every contract has. */
const TEST = 'f8a8fd6d';

/** Runs a contract, and codes what it returns. Columns: name, types, values, result, code. */
export function checkReturn([, types = '', values = '', result = '', code = '']: readonly string[]): void {
  const list = (JSON.parse(types) as readonly string[]).join(',');
  const signature: string = `function test(${list}) returns (${list})`;
  const abi = parseAbi([signature]);
  const parameters = abi[0]?.inputs ?? [];
  const args = (JSON.parse(values) as readonly Given[]).map((value, i) => valueOf(parameters[i]!, value));
  assert.equal(`0x${encodeCall({ abi, functionName: 'test', args }).parameter}`, result);
  const decoded = decodeResult({ abi, functionName: 'test', data: result });
  if (args.length > 0) assert.deepEqual(decoded, args.length === 1 ? args[0] : args);
  assert.equal(`0x${hexOf(runContract(bytesOf(code), TEST).output)}`, result);
}

/**
 * Deploys a contract and decodes its event; an anonymous event, whose signature is not a topic, stays as it is. Columns: name, types, indexed, values, data, topics,
 * code.
 */
export function checkEvent(columns: readonly string[]): void {
  const types = JSON.parse(columns[1]!) as readonly string[];
  const indexed = JSON.parse(columns[2]!) as readonly boolean[];
  const values = JSON.parse(columns[3]!) as readonly Given[];
  const data = columns[4]!.slice(2);
  const topics = (JSON.parse(columns[5]!) as readonly string[]).map((topic) => topic.slice(2));
  const { logs } = runContract(createContract(bytesOf(columns[6]!)), TEST);
  assert.deepEqual([logs[0]?.topics.map(hexOf), logs[0] && hexOf(logs[0].data)], [topics, data]);
  const list = types.map((type, i) => `${type}${indexed[i] === true ? ' indexed' : ''}`).join(',');
  const signature: string = `event testEvent(${list})`;
  const abi = parseAbi([signature]);
  const parameters = abi[0]?.inputs ?? [];
  const [log] = decodeLogs({ abi, logs: [{ data, topics }] });
  const indexedCount = indexed.filter(Boolean).length;
  if (topics.length === indexedCount) return assert.equal(log?.eventName, undefined);
  let topic = 0;
  const args = parameters.map((parameter, i) => {
    if (parameter.indexed === true) topic++;
    const isHashed = parameter.indexed === true && /^(?:bytes|string|tuple|.*\])$/u.test(parameter.type);
    return isHashed ? `0x${topics[topic]}` : valueOf(parameter, values[i]!);
  });
  if (args.length > 0) assert.deepEqual(log?.args, args);
}

/** Columns: signature, selector. */
export function checkSignature([signature = '', selector]: readonly string[]): void {
  assert.equal(`0x${functionSelectorHex(signature)}`, selector);
}

/** CALLDATASIZE 0 0 CALLDATACOPY, KECCAK256 of it all, and RETURN of that word. */
const KECCAK = '3660006000373660002060005260206000f3';

/** Columns: data, its Keccak-256, its SHA-256. */
export function checkHashes([data = '', keccak256, sha256]: readonly string[]): void {
  assert.equal(`0x${hexOf(runContract(bytesOf(KECCAK), data).output)}`, keccak256);
  assert.equal(`0x${callPrecompile(2, data.slice(2))}`, sha256);
}

/** Columns: private key, address. */
export function checkAccount([privateKey = '', address = '']: readonly string[]): void {
  assert.equal(createKeySigner(privateKey).address, fromEvmAddress(address));
}
