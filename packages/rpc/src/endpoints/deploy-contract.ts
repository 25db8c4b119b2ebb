import { type Energy, type SmallUnits, type Abi } from '@coin/units';
import { object } from 'zod/mini';
import { isAddress, toAddress } from '../address/address.ts';
import {
  int64Argument,
  integerArgument,
  listArgument,
  hexArgument,
  optionalTextArgument,
  rejectUnknown,
} from '../encoding/arguments.ts';
import { stringifyJson } from '../encoding/json.ts';
import { RpcError } from '../errors.ts';
import { buildTransaction, type TransactionFields } from '../transaction/build-transaction.ts';
import { ABI_LAYOUT, abiValue } from '../transaction/contracts/abi-layout.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { messageJson } from '../transaction/wire/encode-message.ts';
import { checkShape } from '../transport/answer/check-answer.ts';
import { optionalString } from '../transport/answer/wire-schema.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

const PATH = '/wallet/deploycontract';

/** By default callers pay all of the energy. */
const DEFAULT_CALLER_PERCENT = 100;
/** The default of other tools. */
const DEFAULT_ORIGIN_ENERGY_LIMIT = 10_000_000n;

const schema = /* @__PURE__ */ object({ contract_address: optionalString });

/** A new contract. */
export interface DeployContractArgs extends TransactionFields {
  /** The account that deploys and pays: base58check or 41-hex. */
  readonly owner: string;
  /** Hex of the creation code. */
  readonly bytecode: string;
  /** Hex of the encoded constructor arguments. */
  readonly parameter?: string;
  /** Stored on the chain for others; a node also reads from it which functions are constant. */
  readonly abi?: Abi;
  /** At most 32 bytes. */
  readonly name?: string;
  /** Small units: the most that energy may cost. */
  readonly feeLimit: SmallUnits;
  /** Share of the energy that callers pay, in percent, 0 to 100; 100 by default. */
  readonly callerPercent?: number;
  /**
   * The most energy that the owner pays for one call by another account, above 0; 10,000,000 by default, which counts
   * only if callers pay less than all.
   */
  readonly deployerEnergyLimit?: Energy;
  /** Coin for the constructor, in small units. */
  readonly callValue?: SmallUnits;
}

/**
 * Builds an unsigned transaction that deploys a contract. The node builds it, and the client compares it with the
 * request, byte by byte.
 *
 * The comparison includes the contract's address. `feeLimit` is in small units, `deployerEnergyLimit` in energy.
 *
 * Source: docs/specification.md, 2; docs/protocol/fee-limit.md; docs/protocol/transfers.md, Protobuf shapes.
 *
 * @param args - `owner`: base58check or 41-hex; `bytecode`, `parameter`: hex; `callerPercent`: 0 to 100;
 * `deployerEnergyLimit`: 1 to 2^63 - 1; `feeLimit`, `callValue`: 0 to 2^63 - 1 small units
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED`; `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, deployContract } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const contract = { owner: 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY', bytecode: '6001600055', feeLimit: 1_000_000_000n };
 * await deployContract(client, {
 *   ...contract,
 *   callerPercent: 101,
 *   deployerEnergyLimit: 10_000_000n,
 * }); // throws ARGUMENT_INVALID
 * ```
 */
export async function deployContract(
  client: NodeClient,
  args: DeployContractArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, [
    'owner',
    'bytecode',
    'parameter',
    'abi',
    'name',
    'feeLimit',
    'callerPercent',
    'deployerEnergyLimit',
    'callValue',
    'permissionId',
  ]);
  const owner = toAddress(args.owner);
  const bytecode = hexArgument('bytecode', args.bytecode);
  const parameter = hexArgument('parameter', args.parameter ?? '');
  const feeLimit = int64Argument('feeLimit', args.feeLimit);
  const callValue = int64Argument('callValue', args.callValue ?? 0n);
  const percent = BigInt(
    integerArgument('callerPercent', args.callerPercent ?? DEFAULT_CALLER_PERCENT, { min: 0, max: 100 }),
  );
  const originLimit = int64Argument('deployerEnergyLimit', args.deployerEnergyLimit ?? DEFAULT_ORIGIN_ENERGY_LIMIT, {
    min: 1n,
  });
  const { permissionId, abi = [] } = args;
  const name = optionalTextArgument('name', args.name) ?? '';
  const interfaceValue = abiValue(listArgument('abi', abi));
  let built = '';
  const transaction = await buildTransaction(
    client,
    {
      path: PATH,
      type: 'CreateSmartContract',
      value: {
        owner_address: owner,
        new_contract: {
          origin_address: owner,
          abi: interfaceValue,
          bytecode: bytecode + parameter,
          call_value: callValue,
          consume_user_resource_percent: percent,
          name,
          origin_energy_limit: originLimit,
        },
      },
      feeLimit,
      permissionId,
      body: {
        owner_address: owner,
        abi: stringifyJson(messageJson(ABI_LAYOUT, interfaceValue).entrys ?? []),
        bytecode,
        parameter,
        name,
        fee_limit: feeLimit,
        call_value: callValue,
        consume_user_resource_percent: percent,
        origin_energy_limit: originLimit,
      },
      extract(json, source) {
        built = checkShape(source, json, schema).contract_address ?? '';
        return json;
      },
    },
    options,
  );
  const { contractAddress = '' } = transaction;
  if (!isAddress(built) || toAddress(built) !== contractAddress)
    throw new RpcError('TRANSACTION_MISMATCH', { field: 'contract_address', requested: contractAddress, built });
  return transaction;
}
