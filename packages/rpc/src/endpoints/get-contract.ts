import { type Address, type Abi, type AbiEntry } from '@coin/units';
import { object, type output } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { ENTRY_TYPES, MUTABILITIES } from '../transaction/contracts/abi-layout.ts';
import { expectEqual, requireField } from '../transport/answer/check-answer.ts';
import {
  optionalArray,
  optionalBoolean,
  optionalObject,
  optionalString,
  optionalWord,
  requiredString,
} from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { type GetContractArgs } from './get-contract-info.ts';

const PATH = '/wallet/getcontract';

const abiParameters = /* @__PURE__ */ optionalArray(
  /* @__PURE__ */ object({ name: optionalString, type: requiredString, indexed: optionalBoolean }),
);

/** Without components of tuples, which the chain does not store. */
const abiEntry = /* @__PURE__ */ object({
  type: /* @__PURE__ */ optionalWord(ENTRY_TYPES),
  name: optionalString,
  inputs: abiParameters,
  outputs: abiParameters,
  stateMutability: /* @__PURE__ */ optionalWord(MUTABILITIES),
  anonymous: optionalBoolean,
  constant: optionalBoolean,
  payable: optionalBoolean,
});

const schema = /* @__PURE__ */ object({
  origin_address: optionalString,
  contract_address: optionalString,
  name: optionalString,
  bytecode: optionalString,
  abi: /* @__PURE__ */ optionalObject({ entrys: /* @__PURE__ */ optionalArray(abiEntry) }),
});

/** A contract as it was deployed. */
export interface DeployedContract {
  readonly address: Address;
  /** The account that deployed it. */
  readonly deployer: Address;
  readonly name: string;
  /**
   * Its ABI as compilers print it; empty when it was deployed without one. The chain does not store components of
   * tuples.
   */
  readonly abi: Abi;
  /** Hex of the creation code, arguments included. */
  readonly bytecode: string;
}

/** The chain prints types and mutabilities with a capital letter, and leaves out empty values. */
const readEntry = (wire: output<typeof abiEntry>): AbiEntry =>
  omitUndefined({
    ...wire,
    type: wire.type?.toLowerCase() ?? '',
    inputs: (wire.inputs ?? []).map((input) => omitUndefined(input)),
    outputs: wire.outputs?.map((output) => omitUndefined(output)),
    stateMutability: wire.stateMutability?.toLowerCase(),
  });

/**
 * Reads a contract's ABI and creation code.
 *
 * Returns `undefined` if there is no contract at the address. {@link getContractInfo} reads its settings, runtime code
 * and energy factor.
 *
 * Source: docs/protocol/http.md, Endpoint table.
 *
 * @param args - `address` of the contract: base58check or 41-hex
 * @throws `ADDRESS_INVALID`; `RESPONSE_INVALID` also when the answer is about another contract; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getContract } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const contract = await getContract(client, { address: '41c6db017de6cab42c3d4a69e32b71ade602ebce83' });
 * contract?.abi.find(({ name }) => name === 'decimals');
 * // => { type: 'function', name: 'decimals', inputs: [], outputs: [{ type: 'uint8' }], stateMutability: 'view' }
 * ```
 */
export async function getContract(
  client: NodeClient,
  args: GetContractArgs,
  options?: CallOptions,
): Promise<DeployedContract | undefined> {
  const address = toAddress(args.address);
  const { answer, source, isEmpty } = await queryNode(
    client,
    { path: PATH, body: { value: address }, schema },
    options,
  );
  if (isEmpty) return undefined;
  expectEqual(source, 'contract_address', {
    actual: toAddress(requireField(source, 'contract_address', answer.contract_address)),
    requested: address,
  });
  return {
    address,
    deployer: toAddress(requireField(source, 'origin_address', answer.origin_address)),
    name: answer.name ?? '',
    abi: (answer.abi?.entrys ?? []).map(readEntry),
    bytecode: answer.bytecode ?? '',
  };
}
