import { blockRewards } from '@coin/fee';
import {
  type Address,
  type Block,
  getBlocks,
  getNowBlock,
  getReward,
  getTransactionInfos,
  type NodeClient,
} from '@coin/rpc';
import { type Cycle, readCycle } from './cycle.ts';

/** Where the coin is that blocks minted, in small units. The parts add up to `minted`. */
export interface MintingReport {
  readonly blocks: number;
  readonly minted: bigint;
  /** What `getReward` of the accounts has grown by, and what they have withdrawn. */
  readonly rewards: bigint;
  /** Minted for voters in the running cycle: `getReward` has it after the next maintenance. */
  readonly runningCycle: bigint;
  /** For votes of none of the accounts. Genesis votes belong to nobody: this part is never claimed. */
  readonly otherVotes: bigint;
  /** What voters' shares lose when they are rounded down: less than a unit for each vote and cycle. */
  readonly rounding: bigint;
}

/** Says, whenever it is asked, where the coin is that blocks minted since it began. */
export interface MintingAudit {
  /** Ask at least once in each cycle, before a watched account changes its votes in it. */
  report(): Promise<MintingReport>;
}

const BLOCKS_PER_REQUEST = 100;

/**
 * Watches what a network mints, by a node's own answers alone.
 *
 * @param options - `accounts`: voters and witnesses whose rewards are counted. It begins with block 1, or with
 * `fromBlock`, the first block after a maintenance.
 */
export function createMintingAudit(
  client: NodeClient,
  { accounts, fromBlock = 1 }: { accounts: readonly Address[]; fromBlock?: number },
): MintingAudit {
  let next = fromBlock;
  let running: Cycle | undefined;
  let [minted, withdrawn, otherVotes] = [0n, 0n, 0n];
  /** For the voters of each witness, in the running cycle. */
  let pools = new Map<Address, bigint>();

  function pay({ witness }: Block, { witnesses, blockReward, votingReward }: Cycle): void {
    const paid = blockRewards({
      blockReward,
      votingReward,
      witnesses,
      producer: witnesses.findIndex(({ address }) => address === witness),
    });
    minted += paid.minted;
    for (const [index, { voters }] of paid.rewards.entries()) {
      const address = witnesses[index]?.address ?? '';
      pools.set(address, (pools.get(address) ?? 0n) + voters);
    }
  }

  /** At a maintenance voters get their shares of the pools, and what is for other votes is not seen again. */
  function closeCycle({ witnesses }: Cycle): void {
    for (const { address, votes, ownedVotes } of witnesses) {
      const pool = pools.get(address) ?? 0n;
      otherVotes += votes === 0n ? pool : (pool * (votes - ownedVotes)) / votes;
    }
    pools = new Map();
  }

  async function addBlock(block: Block, cycle: Cycle): Promise<Cycle> {
    pay(block, cycle);
    if (block.transactions.length > 0)
      for (const { rewardWithdrawn } of await getTransactionInfos(client, block)) withdrawn += rewardWithdrawn;
    // The block of a maintenance is still paid by the cycle before.
    if (block.time < cycle.end) return cycle;
    // At the first block of a chain maintenance is due as well, but no cycle ends.
    if (block.number > 1) closeCycle(cycle);
    return readCycleOf(block);
  }

  async function readCycleOf({ time }: Block): Promise<Cycle> {
    const cycle = await readCycle(client, accounts);
    if (cycle.begin > time)
      throw new Error('Ask for a report in each cycle: nodes keep votes of the running one only.');
    return cycle;
  }

  async function addBlocks(head: number): Promise<void> {
    while (next <= head) {
      const blocks = await getBlocks(client, {
        fromBlock: next,
        toBlock: Math.min(next + BLOCKS_PER_REQUEST - 1, head),
      });
      for (const block of blocks) running = await addBlock(block, (running ??= await readCycleOf(block)));
      next += blocks.length;
    }
  }

  async function rewardsOf(): Promise<bigint> {
    let rewards = withdrawn;
    for (const address of accounts) rewards += await getReward(client, { address });
    return rewards;
  }

  return {
    async report() {
      for (;;) {
        const head = await getNowBlock(client);
        await addBlocks(head.number);
        const rewards = await rewardsOf();
        const runningCycle = [...pools.values()].reduce((sum, pool) => sum + pool, 0n);
        const rounding = minted - rewards - runningCycle - otherVotes;
        // What was read while a block came in does not fit together.
        if ((await getNowBlock(client)).blockID === head.blockID)
          return { blocks: head.number - fromBlock + 1, minted, rewards, runningCycle, otherVotes, rounding };
      }
    },
  };
}
