import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { MockNodeError } from '../../errors.ts';
import { parseMessage } from '../../json/protobuf-parser.ts';
import { parseJsonObject } from '../../json/read-json.ts';
import { DEFAULT_WINDOW } from '../../ledger/staking/resource-recovery.ts';
import { toBase58 } from '../../protocol/address.ts';
import { keccak256 } from '../../protocol/hash.ts';
import { DelegatedResourceList, ExchangeList, SmartContractDataWrapper } from '../../protocol/messages/api-messages.ts';
import { AssetIssueContract } from '../../protocol/messages/contract-messages.ts';
import {
  SmartContractAbi,
  Account as ShownAccount,
  type DelegatedResource,
  DelegatedResourceAccountIndex,
  TransactionInfo,
  type SmartContractMessage,
} from '../../protocol/messages/messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { encode } from '../../protocol/messages/wire.ts';
import { type Address } from '../../protocol/primitives.ts';
import { textOf } from '../../protocol/text.ts';
import { INDEXED_BEFORE_FORK } from '../../state/accessors/delegations.ts';
import { type RecordsByKind, type ReadableId } from '../../state/record-source.ts';
import { type Contract } from '../../state/records/contract.ts';
import { type Delegation } from '../../state/records/delegation.ts';
import { type Upstream } from '../upstream/upstream.ts';
import { describeRecord } from './describe-record.ts';
import { readAccount, type AccountView, type ReadAccount } from './read-account.ts';
import { readBlockAnswer, readInfosAnswer } from './read-block.ts';
import { type RecordStore } from './record-store.ts';
import { usageBefore } from './resource-uses.ts';

export interface RecordReader {
  readonly upstream: Upstream;
  readonly records: RecordStore;
  readonly view: AccountView;
  /** The block and the cycle that the fork started from. */
  readonly number: number;
  readonly cycle: number;
  /** Called for every account that was read. */
  readonly onAccount: (read: ReadAccount) => void;
}

/**
 * Reads a record, together with related records that the same answers contain or operations always need. @throws
 * MockNodeError `FORK_UNREADABLE`
 */
export async function readRecord(reader: RecordReader, record: ReadableId): Promise<void> {
  const { records, upstream } = reader;
  const { kind, key } = record;
  const ask = (endpoint: string, body: Readonly<Record<string, unknown>>): Promise<string> =>
    upstream.ask(endpoint, body, describeRecord(record));
  switch (kind) {
    case 'account':
      return readAccountRecords(reader, key, ask);
    case 'contract':
    case 'code':
    case 'energy-state':
      return readContractRecords(reader, key, ask);
    case 'storage':
      return void records.storage.set(key, await readStorage(upstream, record));
    case 'delegation': {
      const body = { fromAddress: key.slice(0, 42), toAddress: key.slice(42) };
      return void records.delegation.set(key, readDelegation(await ask('getdelegatedresourcev2', body)));
    }
    case 'delegation-index': {
      const answer = await ask('getdelegatedresourceaccountindexv2', { value: key });
      const { fromAccounts, toAccounts } = parseMessage(DelegatedResourceAccountIndex, answer, { visible: false });
      return void records[kind].set(key, { delegators: fromAccounts, receivers: toAccounts });
    }
    case 'reward': {
      const { allowance = 0n } = records.account.get(key) ?? {};
      return void records.reward.set(key, numberIn(await ask('getReward', { address: key }), 'reward') - allowance);
    }
    case 'brokerage':
      return void records.brokerage.set(key, numberIn(await ask('getBrokerage', { address: key }), 'brokerage'));
    case 'asset':
      return void records.asset.set(key, readAsset(await ask('getassetissuebyid', { value: key }), reader.view));
    case 'account-id': {
      const shown = parseMessage(ShownAccount, await ask('getaccountbyid', { account_id: key }), { visible: false });
      return void records[kind].set(key, shown.address === '' ? undefined : shown.address);
    }
    case 'block':
      return readBlockRecord(reader, Number(key), ask);
    case 'exchanges':
      return void records[kind].set(key, readExchanges(await ask('listexchanges', {})));
    case 'transaction':
      return void records.transaction.set(key, await readPosition(reader, key, ask));
  }
}

type Ask = (endpoint: string, body: Readonly<Record<string, unknown>>) => Promise<string>;

/** A contract's account is needed together with its code. Other accounts have no code. */
async function readAccountRecords(reader: RecordReader, address: Address, ask: Ask): Promise<void> {
  const { records } = reader;
  const read = readAccount(await ask('getaccount', { address }), reader.view);
  if (read?.account.type === 'Contract') await readContractRecords(reader, address, ask);
  else {
    for (const kind of ['contract', 'code', 'energy-state'] as const)
      if (!records[kind].has(address)) records[kind].set(address, undefined);
  }
  const [notModelled] = read?.notModelled ?? [];
  if (notModelled !== undefined) {
    const reason = `it has ${notModelled}, which this node does not model`;
    throw new MockNodeError('FORK_UNKNOWN', { record: `account ${toBase58(address)}`, reason });
  }
  if (read !== undefined) reader.onAccount(read);
  records.account.set(address, read?.account);
}

async function readContractRecords({ records, cycle }: RecordReader, address: Address, ask: Ask): Promise<void> {
  const answer = await ask('getcontractinfo', { value: address });
  const { smart_contract, runtimecode, contract_state } = parseMessage(SmartContractDataWrapper, answer, {
    visible: false,
  });
  if (smart_contract === undefined) {
    for (const kind of ['contract', 'code', 'energy-state'] as const) records[kind].set(address, undefined);
    return;
  }
  const bytes = hexToBytes(runtimecode);
  records.contract.set(address, contractOf(smart_contract));
  records.code.set(address, bytes.length === 0 ? undefined : { bytes, hash: keccak256(bytes) });
  // The answer is as of the current cycle. A record of the fork's first cycle is therefore in force.
  records['energy-state'].set(
    address,
    contract_state === undefined
      ? undefined
      : {
          energyUsage: contract_state.energy_usage,
          energyFactor: contract_state.energy_factor,
          updateCycle: BigInt(cycle),
          // A contract without usage has not been called in this cycle, so an earlier cycle's state is shown caught up.
          ...(contract_state.energy_usage === 0n && {
            rounded: { kind: 'energy-factor' as const, subject: toBase58(address) },
          }),
        },
  );
}

function contractOf(shown: SmartContractMessage): Contract {
  return {
    address: shown.contract_address,
    deployer: shown.origin_address,
    name: shown.name,
    ...(shown.abi !== undefined && { abi: bytesToHex(encode(SmartContractAbi, shown.abi)) }),
    bytecode: shown.bytecode,
    callValue: shown.call_value,
    consumeUserResourcePercent: shown.consume_user_resource_percent,
    deployerEnergyLimit: shown.origin_energy_limit,
    codeHash: shown.code_hash,
    transactionHash: shown.trx_hash,
    version: shown.version,
  };
}

/** The row's key has only the low half of the slot. The other half does not matter in contracts of version 0. */
async function readStorage(upstream: Upstream, record: ReadableId): Promise<Uint8Array | undefined> {
  const [contract = '', row = ''] = record.key.split('/');
  const slot = record.slot === undefined ? '00'.repeat(16) + row.slice(32) : bytesToHex(record.slot);
  const params = [`0x${contract.slice(2)}`, `0x${slot}`, 'latest'];
  const word = await upstream.call('eth_getStorageAt', params, describeRecord(record));
  const bytes = hexToBytes(word.replace(/^0x/, '').padStart(64, '0'));
  return bytes.some((byte) => byte !== 0) ? bytes : undefined;
}

function readDelegation(answer: string): RecordsByKind['delegation'] | undefined {
  const { delegatedResource: rows } = parseMessage(DelegatedResourceList, answer, { visible: false });
  // Locked parts have an expiry time.
  const isLocked = (row: MessageOf<typeof DelegatedResource>): boolean =>
    row.expire_time_for_bandwidth !== 0n || row.expire_time_for_energy !== 0n;
  const unlocked = rows.find((row) => !isLocked(row));
  const locked = rows.find(isLocked);
  if (unlocked === undefined && locked === undefined) return undefined;
  return {
    ...(unlocked !== undefined && { unlocked: delegationOf(unlocked) }),
    ...(locked !== undefined && { locked: delegationOf(locked) }),
    indexedAt: INDEXED_BEFORE_FORK,
  };
}

const delegationOf = (row: MessageOf<typeof DelegatedResource>): Delegation => ({
  bandwidth: row.frozen_balance_for_bandwidth,
  energy: row.frozen_balance_for_energy,
  bandwidthExpire: Number(row.expire_time_for_bandwidth),
  energyExpire: Number(row.expire_time_for_energy),
});

/** Reads a token, whose public bandwidth is shown recovered up to the head. */
function readAsset(answer: string, { slot }: AccountView): RecordsByKind['asset'] | undefined {
  const shown = parseMessage(AssetIssueContract, answer, { visible: false });
  if (shown.id === '') return undefined;
  const time = Math.min(Number(shown.public_latest_free_net_time), slot);
  const { public_free_asset_net_usage: left } = shown;
  const { usage, isRounded } = usageBefore(left, { time, now: slot, window: DEFAULT_WINDOW });
  const rounded = isRounded ? ({ kind: 'token-bandwidth-usage', subject: shown.id } as const) : undefined;
  return { ...shown, public_free_asset_net_usage: usage, rounded };
}

function readExchanges(answer: string): RecordsByKind['exchanges'] {
  const { exchanges } = parseMessage(ExchangeList, answer, { visible: false });
  return new Map(
    exchanges.map((shown) => {
      const id = Number(shown.exchange_id);
      const [firstToken, secondToken] = [textOf(shown.first_token_id), textOf(shown.second_token_id)];
      return [
        id,
        {
          id,
          creator: shown.creator_address,
          createTime: Number(shown.create_time),
          firstToken,
          firstBalance: shown.first_token_balance,
          secondToken,
          secondBalance: shown.second_token_balance,
          // Exchanges of one block may be listed in a different order than on the upstream.
          writtenIn: 0,
        },
      ] as const;
    }),
  );
}

function numberIn(answer: string, name: string): bigint {
  const value = parseJsonObject(answer)?.get(name);
  return typeof value === 'bigint' ? value : 0n;
}

async function readBlockRecord({ records }: RecordReader, number: number, ask: Ask): Promise<void> {
  const block = readBlockAnswer(await ask('getblockbynum', { num: number }));
  const hasInfos = block !== undefined && block.transactions.length > 0;
  const infos = hasInfos ? readInfosAnswer(await ask('gettransactioninfobyblocknum', { num: number })) : [];
  records.block.set(String(number), block && { ...block, infos });
}

/** Finds a transaction's position; undefined for one in a block after the fork's start. */
async function readPosition(
  reader: RecordReader,
  id: string,
  ask: Ask,
): Promise<RecordsByKind['transaction'] | undefined> {
  const answer = await ask('gettransactioninfobyid', { value: id });
  const number = Number(parseMessage(TransactionInfo, answer, { visible: false }).blockNumber);
  if (number === 0 || number > reader.number) return undefined;
  if (!reader.records.block.has(String(number))) await readBlockRecord(reader, number, ask);
  const index = reader.records.block.get(String(number))?.transactions.findIndex((one) => one.id === id) ?? -1;
  return index < 0 ? undefined : { block: number, index };
}
