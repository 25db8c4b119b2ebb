import { utf8ToBytes, bytesToHex } from '@noble/hashes/utils.js';
import { List, Map } from 'immutable';
import { createBlockHistory } from '../../ledger/contracts/block-history.ts';
import { mostVoted } from '../../ledger/voting/witness-order.ts';
import { type GenesisDescription, type NetworkDescription } from '../../network/network-description.ts';
import { type ChainParameterName } from '../../protocol/chain-parameters.ts';
import { TransferContract } from '../../protocol/messages/contract-messages.ts';
import { blockId, transactionId, transactionsRoot } from '../../protocol/messages/ids.ts';
import { BlockHeaderRaw, Transaction } from '../../protocol/messages/messages.ts';
import { packContract } from '../../protocol/messages/packed-contract.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { encode } from '../../protocol/messages/wire.ts';
import { type Address } from '../../protocol/primitives.ts';
import { newAccount } from '../../state/accessors/accounts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { existingRecord } from '../../state/accessors/existing-record.ts';
import { type Account } from '../../state/records/account.ts';
import { type Properties } from '../../state/records/properties.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type Witness } from '../../state/records/witness.ts';
import { createState, type Root } from '../../state/root.ts';
import { noCounts, noRecords, operationsOf } from './first-root.ts';

const asHex = (text: string): string => bytesToHex(utf8ToBytes(text));

/** The sender of the transfers in block 0, and its producer: 23 and 103 ASCII bytes instead of addresses. */
const GENESIS_SENDER = '0x000000000000000000000';
const GENESIS_PRODUCER =
  'A new system must allow existing systems to be linked together without requiring any central control or coordination';

/** The only key of the black-hole account. Nobody has its private key. */
const unknownKey = `41${'00'.repeat(20)}`;

/**
 * Builds block 0 as the node does: one transfer for each configured account, in order.
 *
 * Source: docs/protocol/genesis.md.
 */
export function genesisBlock(genesis: GenesisDescription<bigint>): StoredBlock {
  const transactions = genesis.assets.map(({ address, balance }): MessageInit<MessageOf<typeof Transaction>> => ({
    raw_data: {
      contract: [
        packContract(TransferContract, {
          owner_address: asHex(GENESIS_SENDER),
          to_address: address,
          amount: balance,
        }),
      ],
    },
  }));
  const header: MessageInit<MessageOf<typeof BlockHeaderRaw>> = {
    timestamp: BigInt(genesis.timestamp),
    txTrieRoot: transactionsRoot(transactions),
    parentHash: genesis.parentHash,
    witness_address: asHex(GENESIS_PRODUCER),
  };
  return {
    id: blockId(header),
    number: 0,
    timestamp: genesis.timestamp,
    header: encode(BlockHeaderRaw, header),
    transactions: transactions.map((transaction) => ({
      id: transactionId(transaction.raw_data),
      bytes: encode(Transaction, transaction),
    })),
    infos: [],
  };
}

/** The ledger when only the genesis block exists. Source: docs/protocol/genesis.md. */
export function genesisRoot(network: NetworkDescription<bigint>): Root {
  const { genesis, parameters } = network;
  const block = genesisBlock(genesis);
  const accounts = genesisAccounts(genesis);
  const witnesses = genesis.witnesses.map(({ address, url, voteCount }): Witness => ({
    address,
    url,
    voteCount,
    totalProduced: 0,
    totalMissed: 0,
    latestBlockNumber: 0,
    latestSlot: 0,
    isActive: true,
  }));
  const state = createState({
    ...noRecords,
    parameters: Map(Object.entries(parameters)),
    properties: genesisProperties(network, witnesses),
    accounts: Map(accounts.map((account) => [account.address, account])),
    names: Map(genesis.assets.map(({ accountName, address }) => [asHex(accountName), address])),
    accountIds: Map(genesis.assets.slice(-1).map(({ address }) => ['', address])),
    witnesses: Map(witnesses.map((witness) => [witness.address, witness])),
    blocks: List([block]),
  });
  if (isEnabled(state, 'getAllowTvmPrague')) createBlockHistory(state);
  return state.root;
}

/**
 * A later entry for an address replaces an earlier one. Witnesses without an entry get an account of type AssetIssue.
 */
function genesisAccounts(genesis: GenesisDescription<bigint>): readonly Account[] {
  const accounts = new globalThis.Map<Address, Account>();
  for (const { accountName, address, balance } of genesis.assets) {
    const isBlackhole = accountName === 'Blackhole';
    accounts.set(
      address,
      newAccount({
        address,
        name: asHex(accountName),
        balance,
        assetOptimized: true,
        ...(isBlackhole && {
          ownerPermission: {
            type: 'Owner',
            id: 0,
            name: 'owner',
            threshold: 1n,
            parentId: 0,
            operations: '',
            keys: [{ address: unknownKey, weight: 1n }],
          },
        }),
      }),
    );
  }
  for (const { address } of genesis.witnesses) {
    const account = accounts.get(address) ?? newAccount({ address, type: 'AssetIssue', assetOptimized: true });
    accounts.set(address, { ...account, isWitness: true });
  }
  return [...accounts.values()];
}

function genesisProperties(network: NetworkDescription<bigint>, witnesses: readonly Witness[]): Properties {
  const { genesis, parameters } = network;
  const start = (name: ChainParameterName): bigint => parameters[name] ?? 0n;
  return {
    ...noCounts,
    ...operationsOf(network.activeOperations),
    nextMaintenanceTime: genesis.timestamp,
    headWasMaintenance: false,
    cycle: 0,
    ...(network.newRewardAlgorithmFromCycle !== undefined && {
      newRewardAlgorithmFromCycle: network.newRewardAlgorithmFromCycle,
    }),
    activeWitnesses: mostVoted(witnesses, { consensusOptimized: start('getConsensusLogicOptimization') === 1n }),
    versionVotes: [],
    versionPassed: false,
    totalNetWeight: 0n,
    totalEnergyWeight: 0n,
    totalTronPowerWeight: 0n,
    burned: 0n,
    blackhole: blackholeOf(genesis),
    energyPriceHistory: `0:${start('getEnergyFee')}`,
    bandwidthPriceHistory: `0:${start('getTransactionFee')}`,
    memoFeeHistory: `0:${start('getMemoFee')}`,
    latestProposalId: 0,
    totalEnergyAverageUsage: 0n,
    totalEnergyAverageTime: 0,
  };
}

function blackholeOf({ assets }: GenesisDescription<bigint>): Address {
  const blackhole = assets.findLast(({ accountName }) => accountName === 'Blackhole');
  return existingRecord(blackhole, 'genesis account', 'Blackhole').address;
}
