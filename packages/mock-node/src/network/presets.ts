import { type ChainParameterName } from '../protocol/chain-parameters.ts';
import { MIN_INT64 } from '../protocol/java/long.ts';
import { mainnetParameters } from '../protocol/mainnet-parameters.ts';
import { type Address } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS, DAY_MS } from '../protocol/time.ts';
import { developmentWitness } from './development-accounts.ts';
import { type NetworkDescription } from './network-description.ts';
import { privateParameters } from './private-parameters.ts';
import { specParameters } from './spec-parameters.ts';

/**
 * A predefined network: `spec` has the specification's numbers, `mainnet` the main network's, `private` a new
 * network's.
 */
export type PresetName = 'spec' | 'mainnet' | 'private';

export const presetNames: readonly PresetName[] = ['spec', 'mainnet', 'private'];

/** Initial balance of a development account: a million coins. */
export const DEVELOPMENT_BALANCE = 1_000_000_000_000n;

/** Operations of default active permissions after all proposals of the main network, and on a new network. */
const ALL_OPERATIONS = '7fff1fc0033efb0f000000000000000000000000000000000000000000000000';
const INITIAL_OPERATIONS = '7fff1fc0033e0100000000000000000000000000000000000000000000000000';

const parametersOf: Readonly<Record<PresetName, Readonly<Record<ChainParameterName, bigint>>>> = {
  spec: specParameters,
  mainnet: mainnetParameters,
  private: privateParameters,
};

/**
 * The description of a predefined network with its witnesses, but without the accounts whose keys are known.
 *
 * Source: docs/protocol/chain-parameters.md.
 */
export function presetNetwork(
  name: PresetName,
  witnesses: readonly Address[] = [developmentWitness.address],
): NetworkDescription<bigint> {
  return {
    supportConstant: true,
    estimateEnergy: true,
    estimateEnergyMaxRetry: 3,
    maxEnergyLimitForConstant: 100_000_000n,
    saveInternalTransactions: true,
    unlimitedCpuTime: true,
    newRewardAlgorithmFromCycle: 0,
    codeVersion: '4.8.2',
    blockVersion: 36,
    blockInterval: BLOCK_INTERVAL_MS,
    activeOperations: name === 'private' ? INITIAL_OPERATIONS : ALL_OPERATIONS,
    proposalExpireTime: 3 * DAY_MS,
    parameters: parametersOf[name],
    genesis: {
      timestamp: 0,
      parentHash: '957dc2d350daecc7bb6a38f3938ebde0a0c1cedafe15f0edae4256a2907449f6',
      assets: [
        {
          accountName: 'Zion',
          address: '4171b0af54e0a1182a5e0947d6a64f3b22740ef318',
          balance: 99_000_000_000_000_000n,
        },
        { accountName: 'Sun', address: '41ef1bd15b5b657f69611b053a6f4fcd7268a50858', balance: 0n },
        { accountName: 'Blackhole', address: '4177944d19c052b73ee2286823aa83f8138cb7032f', balance: MIN_INT64 },
        ...witnesses.map((address, index) => ({
          accountName: index === 0 ? 'Witness' : `Witness${index}`,
          address,
          balance: DEVELOPMENT_BALANCE,
        })),
      ],
      witnesses: witnesses.map((address) => ({ address, url: 'http://witness.example', voteCount: 100_000_026n })),
    },
  };
}
