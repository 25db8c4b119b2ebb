import { type FeePrices, transactionSize } from '@coin/fee';
import {
  applyResourceEvent,
  type ResourceEvent,
  type ResourceLedger,
  resourcesAt,
  type StakedResourceName,
} from '@coin/fee/resources';
import { type MockNode } from '@coin/mock-node';
import { chainParameters, hasAccount } from './ask-node.ts';
import { type RecordedBlock, type RecordedChain, type RecordedTransaction } from './recorded-chain.ts';

/** Something that the ledger of resources and the recorded node differ in. */
export interface Difference {
  readonly block: number;
  readonly what: string;
  readonly expected: bigint;
  readonly actual: bigint;
}

/** What the transactions of a chain do not tell, at the block before the next. */
export interface ChainFacts {
  readonly parameters: () => Promise<ReadonlyMap<string, bigint>>;
  readonly hasAccount: (address: string) => Promise<boolean>;
  /** Called after each block. */
  readonly onBlock: (block: RecordedBlock) => void;
}

/** The facts of a node that imports the blocks. */
export const factsOfNode = (node: MockNode): ChainFacts => ({
  parameters: () => chainParameters(node),
  hasAccount: (address) => hasAccount(node, address),
  onBlock: ({ json, number }) => void (number > 0 && node.importBlock(json)),
});

/** How often a ledger of resources was compared with the recorded node. */
export interface FollowedChain {
  readonly transactions: number;
  readonly answers: number;
  readonly differences: readonly Difference[];
}

interface Terms {
  readonly address: string;
  callerPercent: number;
  deployerEnergyLimit: bigint;
}

interface PendingUnstake {
  readonly resource: StakedResourceName;
  readonly amount: bigint;
  readonly expires: number;
}

const DAY_MS = 86_400_000;

/** The parameters with the fees that apply only to some contract types. */
const ownFees: ReadonlyMap<string, string> = new Map([
  ['AccountPermissionUpdateContract', 'getUpdateAccountPermissionFee'],
  ['WitnessCreateContract', 'getAccountUpgradeCost'],
]);

const amountOf = (value: number | string | undefined): bigint => BigInt(value ?? 0);

/**
 * Follows the resources of all accounts of a chain by its transactions alone, and compares every receipt and every
 * answer about an account with what the ledger has.
 */
export async function followResources({ blocks, probes }: RecordedChain, facts: ChainFacts): Promise<FollowedChain> {
  const first = blocks[0];
  if (first === undefined) throw new Error('the chain has no blocks');
  const network = { limit: 1n, weight: 0n };
  let ledger: ResourceLedger = {
    network: { energy: network, bandwidth: network, freeBandwidth: 0, genesisTime: first.time },
    accounts: {},
  };
  let parameters: ReadonlyMap<string, bigint> = new Map();
  const contracts = new Map<string, Terms>();
  const unstaking = new Map<string, PendingUnstake[]>();
  const differences: Difference[] = [];
  let [transactions, answers] = [0, 0];

  async function readParameters(): Promise<void> {
    parameters = await facts.parameters();
    const value = (key: string) => parameters.get(key) ?? 0n;
    const prices: FeePrices = {
      energy: value('getEnergyFee'),
      bandwidth: value('getTransactionFee'),
      accountCreation: value('getCreateAccountFee'),
      accountCreationInContract: value('getCreateNewAccountFeeInSystemContract'),
      memo: value('getMemoFee'),
      multiSign: value('getMultiSignFee'),
      accountCreationBandwidthRate: Number(value('getCreateNewAccountBandwidthRate')),
    };
    ledger = {
      ...ledger,
      network: {
        ...ledger.network,
        energy: { ...ledger.network.energy, limit: value('getTotalEnergyCurrentLimit') },
        bandwidth: { ...ledger.network.bandwidth, limit: value('getTotalNetLimit') },
        freeBandwidth: Number(value('getFreeNetLimit')),
        windowUnit: value('getAllowCancelAllUnfreezeV2') === 1n ? 'thousandths' : 'slots',
        arithmetic: value('getAllowHardenResourceCalculation') === 1n ? 'integers' : 'doubles',
        prices,
      },
    };
  }

  /** The effects of a transaction on stakes and delegations. */
  function effects({ raw_data }: RecordedTransaction, time: number): ResourceEvent[] {
    const [{ type, parameter }] = raw_data.contract;
    const value = parameter.value as unknown as Record<string, string | number | undefined>;
    const owner = String(value['owner_address']);
    const receiver = String(value['receiver_address']);
    const resource = (value['resource'] ?? 'BANDWIDTH') as StakedResourceName;
    const pending = unstaking.get(owner) ?? [];
    switch (type) {
      case 'FreezeBalanceV2Contract':
        return [{ kind: 'stake', owner, resource, amount: amountOf(value['frozen_balance']) }];
      case 'UnfreezeBalanceV2Contract': {
        const amount = amountOf(value['unfreeze_balance']);
        unstaking.set(owner, [...pending, { resource, amount, expires: time + 14 * DAY_MS }]);
        return [{ kind: 'unstake', owner, resource, amount }];
      }
      case 'CancelAllUnfreezeV2Contract': {
        unstaking.delete(owner);
        return restaked(owner, pending, time);
      }
      case 'DelegateResourceContract':
        return [{ kind: 'delegate', owner, receiver, resource, amount: amountOf(value['balance']), time }];
      case 'UnDelegateResourceContract':
        return [{ kind: 'undelegate', owner, receiver, resource, amount: amountOf(value['balance']), time }];
      default:
        return [];
    }
  }

  /** Stake whose release is cancelled, by resource; a stake below a coin returns together with other coins. */
  function restaked(owner: string, pending: readonly PendingUnstake[], time: number): ResourceEvent[] {
    return (['ENERGY', 'BANDWIDTH'] as const).flatMap((resource): ResourceEvent[] => {
      const waiting = pending.filter((item) => item.resource === resource && item.expires > time);
      const amount = waiting.reduce((total, item) => total + item.amount, 0n);
      return amount === 0n ? [] : [{ kind: 'stake', owner, resource, amount }];
    });
  }

  function compare(compared: Omit<Difference, 'expected'> & { readonly expected: number | undefined }): void {
    const expected = amountOf(compared.expected);
    if (expected !== compared.actual) differences.push({ ...compared, expected });
  }

  async function follow(block: RecordedBlock, time: number): Promise<void> {
    const created = new Set<string>();
    for (const [index, transaction] of block.transactions.entries()) {
      const info = block.infos[index];
      if (info === undefined) throw new Error(`${transaction.txID} has no info`);
      const [{ type, parameter }] = transaction.raw_data.contract;
      const value = parameter.value as unknown as Record<string, string | number | undefined>;
      const owner = String(value['owner_address']);
      const receiver = String(value[type === 'AccountCreateContract' ? 'account_address' : 'to_address']);
      const isTransfer = type === 'TransferContract' || type === 'AccountCreateContract';
      const createsAccount = isTransfer && !created.has(receiver) && !(await facts.hasAccount(receiver));
      if (createsAccount) created.add(receiver);
      const contract = String(value['contract_address']);
      const isCall = type === 'TriggerSmartContract' || type === 'CreateSmartContract';
      const deployer = type === 'TriggerSmartContract' ? contracts.get(contract) : undefined;
      const { receipt } = info;
      const memo = (transaction.raw_data as { data?: string }).data ?? '';
      const { ledger: after, fee } = applyResourceEvent(ledger, {
        kind: 'transaction',
        owner,
        time,
        size: transactionSize({
          kind: 'encoded',
          rawDataSize: transaction.raw_data_hex.length / 2,
          signatures: transaction.signature.length,
        }),
        energy: amountOf(receipt.energy_usage_total),
        ...(isCall && { feeLimit: amountOf(transaction.raw_data.fee_limit) }),
        failed: receipt.result !== undefined && receipt.result !== 'SUCCESS',
        createsAccount,
        memoSize: memo.length / 2,
        signatures: transaction.signature.length,
        ...(deployer !== undefined && { deployer }),
      });
      ledger = after;
      transactions++;
      const ownFee = ownFees.get(type);
      const expected = (info.fee ?? 0) - Number(ownFee === undefined ? 0n : (parameters.get(ownFee) ?? 0n));
      compare({ block: block.number, what: `fee of ${transaction.txID}`, expected, actual: fee?.total ?? 0n });
      for (const event of effects(transaction, time)) ledger = applyResourceEvent(ledger, event).ledger;
      if (type === 'CreateSmartContract') {
        const { consume_user_resource_percent: percent = 0, origin_energy_limit: limit = 0 } =
          transaction.raw_data.contract[0].parameter.value.new_contract ?? {};
        const terms = { address: owner, callerPercent: percent, deployerEnergyLimit: BigInt(limit) };
        contracts.set(info.contract_address ?? '', terms);
      }
      const terms = contracts.get(contract);
      if (terms === undefined) continue;
      if (type === 'UpdateSettingContract') terms.callerPercent = Number(value['consume_user_resource_percent'] ?? 0);
      if (type === 'UpdateEnergyLimitContract') terms.deployerEnergyLimit = amountOf(value['origin_energy_limit']);
    }
  }

  function compareAnswers({ number, time }: RecordedBlock): void {
    for (const { head, path, body, answer } of probes) {
      if (head !== number || body?.address === undefined) continue;
      const said = JSON.parse(answer) as Record<string, number | undefined> & {
        account_resource?: Record<string, number | undefined>;
      };
      if (Object.keys(said).length === 0) continue;
      const account = ledger.accounts[body.address] ?? {};
      const at = resourcesAt({ account, network: ledger.network, time });
      if (path !== '/wallet/getaccountresource') continue;
      answers++;
      const { energy, bandwidth, freeBandwidth } = at;
      const fields = {
        EnergyUsed: energy.used,
        EnergyLimit: energy.limit,
        NetUsed: bandwidth.used,
        NetLimit: bandwidth.limit,
        freeNetUsed: freeBandwidth.used,
        TotalEnergyWeight: ledger.network.energy.weight,
        TotalNetWeight: ledger.network.bandwidth.weight,
      };
      for (const [name, value] of Object.entries(fields)) {
        compare({ block: number, what: `${name} of ${body.address}`, expected: said[name], actual: value });
      }
    }
  }

  for (const block of blocks) {
    if (block.number > 0) {
      if (block.transactions.length > 0) await readParameters();
      await follow(block, blocks[block.number - 1]?.time ?? 0);
    }
    facts.onBlock(block);
    compareAnswers(block);
  }
  return { transactions, answers, differences };
}
