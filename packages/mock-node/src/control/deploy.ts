import { type Abi } from '../abi/abi.ts';
import { type Chain } from '../chain/chain.ts';
import { argumentInvalid, MockNodeError } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { toBase58 } from '../protocol/address.ts';
import { CreateSmartContract } from '../protocol/messages/contract-messages.ts';
import { type MessageOf } from '../protocol/messages/schema.ts';
import { create } from '../protocol/messages/wire.ts';
import { type Address } from '../protocol/primitives.ts';
import { getParameter } from '../state/accessors/dynamic-properties.ts';
import { createState } from '../state/root.ts';
import { DEFAULT_DEPLOYER_ENERGY_LIMIT } from './arguments/contract-options.ts';
import { readAddress, readAmount, readHex, readPercent } from './arguments/control-arguments.ts';
import { mineContract, type MinedContract } from './mine-contract.ts';

/** A contract to deploy by a transaction. */
export interface DeployOptions {
  /**
   * The account that deploys and pays, base58check or 41-hex. Its key is not needed. Defaults to the first of the
   * node's `accounts`.
   */
  readonly owner?: string;
  /** Creation code in hexadecimal, as the compiler outputs it. */
  readonly bytecode: string;
  /** The compiler's ABI. It is stored with the contract, encodes `args` and names custom errors. */
  readonly abi?: Abi;
  /**
   * The constructor's arguments: addresses in base58check or 41-hex, integers as bigints or decimal strings, bytes in
   * hexadecimal.
   */
  readonly args?: readonly unknown[];
  readonly name?: string;
  /** Small units, 0 or more; defaults to 0. */
  readonly callValue?: bigint;
  /** Small units; defaults to the maximum that the chain allows. */
  readonly feeLimit?: bigint;
  /** Percentage of the energy that callers pay, 0 to 100; defaults to 100. */
  readonly callerPercent?: number;
  /** Maximum energy that the owner pays for one call, 1 or more; defaults to 10,000,000. */
  readonly deployerEnergyLimit?: bigint;
}

/** @internal */
export const deployKeys: KnownKeys<DeployOptions> = {
  owner: true,
  bytecode: true,
  abi: true,
  args: true,
  name: true,
  callValue: true,
  feeLimit: true,
  callerPercent: true,
  deployerEnergyLimit: true,
};

/** A deployed contract. */
export interface Deployment {
  /** The contract's address in base58check. */
  readonly address: string;
  /** 64 hexadecimal digits. */
  readonly txID: string;
  /** Energy of the deployment, including the penalty. */
  readonly energyUsed: bigint;
  /** Small units burned. */
  readonly fee: bigint;
}

type CreateSmartContractMessage = MessageOf<typeof CreateSmartContract>;

/** Deploys in a separate block in every mining mode. `deployer` is the default owner. @internal */
export async function deploy(chain: Chain, options: DeployOptions, deployer: Address | undefined): Promise<Deployment> {
  checkKeys('options', options, deployKeys, '');
  const { abi = [], args = [] } = options;
  if (!Array.isArray(abi)) throw argumentInvalid('abi', abi, 'a list, as the compiler outputs it');
  const owner = options.owner === undefined ? deployer : readAddress('owner', options.owner);
  if (owner === undefined)
    throw argumentInvalid('owner', undefined, 'an address, because this node has no account with a known key');
  const code = readHex('bytecode', options.bytecode);
  const [callValue, percent, deployerEnergyLimit] = [
    readAmount('callValue', options.callValue ?? 0n, { min: 0n }),
    readPercent('callerPercent', options.callerPercent ?? 100),
    readAmount('deployerEnergyLimit', options.deployerEnergyLimit ?? DEFAULT_DEPLOYER_ENERGY_LIMIT, { min: 1n }),
  ];
  const feeLimit = options.feeLimit ?? getParameter(createState(chain.ledger.head), 'getMaxFeeLimit');
  const { abiMessage, describeRevert, encodeConstructor } = await import('../abi/coder.ts');
  const contract = create(CreateSmartContract, {
    owner_address: owner,
    new_contract: {
      origin_address: owner,
      abi: abiMessage(abi),
      call_value: callValue,
      consume_user_resource_percent: percent,
      origin_energy_limit: deployerEnergyLimit,
      bytecode: code + encodeConstructor(abi, args),
      name: options.name ?? '',
    },
  });
  const limit = readAmount('feeLimit', feeLimit, { min: 0n });
  const deployed = mineDeployment(chain, contract, limit);
  const { txID, status, output: data, energyUsed, fee } = deployed;
  if (status === 'SUCCESS') return { address: toBase58(deployed.contract), txID, energyUsed, fee };
  const reason = status === 'REVERT' ? `the constructor reverted: ${describeRevert(data, abi)}` : status;
  throw new MockNodeError('DEPLOYMENT_FAILED', { reason, data, txID });
}

/** @throws MockNodeError `DEPLOYMENT_FAILED` with the node's message */
function mineDeployment(chain: Chain, contract: CreateSmartContractMessage, feeLimit: bigint): MinedContract {
  try {
    return mineContract(chain, { schema: CreateSmartContract, contract, feeLimit });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new MockNodeError('DEPLOYMENT_FAILED', { reason: error.message, data: '' }, { cause: error });
  }
}
