import { shareVotingReward } from '@coin/fee';
import { getBlock, getBlocks, getTransactionInfos, listWitnesses, type Block, type ChainTransaction } from '@coin/rpc';
import { sum } from '@coin/units';
import { type DataObject } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { findLastBlock, type BlockRange } from '../values/block-range.ts';
import { readParameterHistory } from './parameter-history.ts';
import { splitFee, type FeeParts } from './split-fee.ts';

/** Blocks that are read at a time. */
const BLOCKS = 100;
const NO_PARTS: FeeParts = { energy: 0n, bandwidth: 0n, memo: 0n, multiSign: 0n, contract: 0n, unexplained: 0n };

const add = (a: FeeParts, b: FeeParts): FeeParts => ({
  energy: a.energy + b.energy,
  bandwidth: a.bandwidth + b.bandwidth,
  memo: a.memo + b.memo,
  multiSign: a.multiSign + b.multiSign,
  contract: a.contract + b.contract,
  unexplained: a.unexplained + b.unexplained,
});

/** Writes the progress of a long read over one line of a terminal. */
function createProgress({ stderr }: Session, total: number) {
  const start = performance.now();
  return {
    show(done: number): void {
      if (!stderr.isTTY) return;
      const rate = done / Math.max(0.001, (performance.now() - start) / 1000);
      const bar = '#'.repeat(Math.round((20 * done) / total)).padEnd(20, '.');
      const left = Math.ceil((total - done) / Math.max(rate, 0.001));
      stderr.write(`\r\u001B[K${bar} ${done} of ${total} blocks, ${Math.round(rate)} per second, ${left} s left`);
    },
    clear(): void {
      if (stderr.isTTY) stderr.write('\r\u001B[K');
    },
  };
}

/** `coin audit`: minted and burned coin for each block, in small units, and their sums in the last line. */
export async function audit(session: Session, _: object, { from, to }: BlockRange): Promise<AsyncIterable<DataObject>> {
  if (from === undefined) throw new UsageError('Which blocks? Pass --from, and --to if not up to the newest');
  const client = await openClient(session);
  const { signal } = session;
  const options = { signal };
  const last = await findLastBlock(client, { from, ...(to !== undefined && { to }) }, { state: 'solid', signal });
  const valueAt = await readParameterHistory(client, options);
  const votes = (await listWitnesses(client, options)).map((witness) => witness.votes);

  async function burnedIn(block: Block, parentTime: number): Promise<FeeParts> {
    if (block.transactions.length === 0) return NO_PARTS;
    const infos = await getTransactionInfos(client, block, options);
    return infos
      .map((info, index) =>
        splitFee(block.transactions[index] as ChainTransaction, info, (name) => valueAt(name, parentTime)),
      )
      .reduce(add, NO_PARTS);
  }

  /** The witnesses' votes are those of today: a cycle with others may have rounded its shares differently. */
  const mintedAfter = (parentTime: number): bigint => {
    const votingReward = valueAt('getWitness127PayPerBlock', parentTime);
    return valueAt('getWitnessPayPerBlock', parentTime) + sum(shareVotingReward({ votingReward, votes }));
  };

  const rows = async function* (): AsyncGenerator<DataObject> {
    const progress = createProgress(session, last - from + 1);
    let total = NO_PARTS;
    let minted = 0n;
    let count = 0;
    let parentTime = from === 0 ? 0 : ((await getBlock(client, { number: from - 1 }, options))?.time ?? 0);
    for (let first = from; first <= last; first += BLOCKS) {
      const blocks = await getBlocks(
        client,
        { fromBlock: first, toBlock: Math.min(last, first + BLOCKS - 1) },
        options,
      );
      for (const block of blocks) {
        const burned = await burnedIn(block, parentTime);
        // Block 0 is the genesis block, which mints nothing.
        const reward = block.number === 0 ? 0n : mintedAfter(parentTime);
        parentTime = block.time;
        total = add(total, burned);
        minted += reward;
        count++;
        progress.clear();
        yield { block: block.number, minted: reward, ...burned };
      }
      progress.show(count);
    }
    progress.clear();
    if (total.unexplained !== 0n) session.reportDifference();
    yield { block: 'all', minted, ...total };
  };
  return rows();
}
