import { scaled } from '@coin/test-kit/scaled';
import { array, assert, asyncProperty, bigInt, constantFrom, oneof, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createMockNode,
  type ContractOptions,
  type InvokeOptions,
  type PresetName,
  type PresetNode,
} from '../../src/index.ts';
import { fromBase58, toBase58 } from '../../src/protocol/address.ts';
import { forkOf } from '../support/fork-upstream.ts';
import { post } from '../support/post.ts';

const COIN = 1_000_000n;
const addressOf = (byte: string): string => toBase58(`41${byte.repeat(20)}`);
const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const wordOf = (address: string): string => fromBase58(address)!.slice(2).padStart(64, '0');

// What the contracts do with two words of call data.
/** Stores the second word in the slot that the first one names. */
const STORE = { address: addressOf('c0'), code: '6020356000355500' };
/** Logs the first word, with both as topics. */
const LOG = { address: addressOf('c1'), code: '60003560005260203560003560206000a200' };
const REVERT = { address: addressOf('c2'), code: '366000600037366000fd' };
const RETURN = { address: addressOf('c3'), code: '366000600037366000f3' };
const INVALID = { address: addressOf('c4'), code: 'fe' };
/** Destroys itself for the account that the second word names. */
const DESTROY = { address: addressOf('c5'), code: '602035ff' };
/** Counts in slot 0, and passes the coin and the data after the first word on to the contract which that word names. */
const FORWARD = {
  address: addressOf('c6'),
  code: '60016000540160005536600060003760006000602036036020346000355af160005260206000f3',
  energyFactor: 3_400n,
};
const contracts: readonly ContractOptions[] = [STORE, LOG, REVERT, RETURN, INVALID, DESTROY, FORWARD];
const NO_CONTRACT = addressOf('dd');
const NO_ACCOUNT = addressOf('de');

const openNode = (preset: PresetName = 'private'): PresetNode => createMockNode({ preset, contracts });

interface Info {
  readonly id: string;
  readonly fee?: number;
  readonly contractResult: readonly string[];
  readonly resMessage?: string;
  readonly receipt: { readonly result: string; readonly energy_usage_total?: number };
  readonly log?: readonly { readonly address: string; readonly topics?: readonly string[]; readonly data?: string }[];
}

/** What `invoke` returns, read from the node's answers. Reasons of reverts have another form in these. */
const outcomeOf = ({ id, fee = 0, contractResult, receipt, log = [], resMessage }: Info): object => ({
  status: receipt.result,
  ...(resMessage !== undefined &&
    receipt.result !== 'REVERT' && { reason: Buffer.from(resMessage, 'hex').toString('utf8') }),
  txID: id,
  output: contractResult[0],
  logs: log.map(({ address, topics = [], data = '' }) => ({ address: toBase58(`41${address}`), topics, data })),
  energyUsed: BigInt(receipt.energy_usage_total ?? 0),
  fee: BigInt(fee),
});

/** Makes a call with a transaction over HTTP. Its owner is impersonated. */
async function invokeOverHttp(node: PresetNode, mining: 'instant' | 'manual', options: InvokeOptions): Promise<object> {
  const { transaction } = (await post(node, '/wallet/triggersmartcontract', {
    owner_address: options.owner,
    contract_address: options.contract,
    visible: true,
    data: options.data,
    call_value: Number(options.callValue),
    fee_limit: Number(options.feeLimit),
  })) as { readonly transaction?: { readonly txID?: string } };
  const value = transaction?.txID;
  if (transaction === undefined || value === undefined) return { status: 'REJECTED' };
  const { result } = (await post(node, '/wallet/broadcasttransaction', transaction)) as { readonly result?: boolean };
  if (result !== true) return { status: 'REJECTED' };
  if (mining === 'manual') node.mine();
  return outcomeOf((await post(node, '/wallet/gettransactioninfobyid', { value })) as Info);
}

const owners = createMockNode()
  .accounts.slice(0, 2)
  .map(({ address }) => address);
const targets = [...contracts.map(({ address }) => address), NO_CONTRACT];
const words = oneof(bigInt({ min: 0n, max: 3n }).map(word), constantFrom(...targets, NO_ACCOUNT).map(wordOf));
const call = record({
  owner: constantFrom(...owners, ...owners, ...owners, NO_ACCOUNT),
  contract: constantFrom(...targets, FORWARD.address, FORWARD.address),
  data: array(words, { minLength: 2, maxLength: 4 }).map((list) => list.join('')),
  callValue: constantFrom(0n, 0n, 0n, 5n, 5n, 2_000_000n * COIN),
  feeLimit: constantFrom(1_000n * COIN, 1_000n * COIN, 1_000n * COIN, 2n * COIN, 0n),
});

test('a call has the result, the energy and the effects of the same call over HTTP', async () => {
  const run = asyncProperty(
    constantFrom<PresetName>('private', 'spec', 'mainnet'),
    constantFrom('instant', 'manual'),
    array(call, { minLength: 1, maxLength: 12 }),
    async (preset, mining, calls) => {
      const [node, other] = [openNode(preset), openNode(preset)];
      other.setMining({ kind: mining });
      for (const { owner } of calls) for (const one of [node, other]) one.impersonate(owner);
      for (const options of calls) {
        const found = await node.invoke(options);
        const expected = await invokeOverHttp(other, mining, options);
        expect(found).toMatchObject(expected);
      }
      expect(JSON.parse(node.dump())).toEqual(JSON.parse(other.dump()));
    },
  );
  await assert(run, { numRuns: scaled(40) });
});

describe('invoke', () => {
  const [owner = ''] = owners;
  const set = (slot: number, value: number): InvokeOptions => ({
    owner,
    contract: STORE.address,
    data: word(slot) + word(value),
  });

  test('keeps its effects until the node is reverted', async () => {
    const node = openNode();
    const slotOf = async (): Promise<string> => {
      const { result } = (await post(node, '/jsonrpc', {
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_getStorageAt',
        params: [`0x${wordOf(STORE.address).slice(24)}`, '0x1', 'latest'],
      })) as { readonly result: string };
      return result;
    };
    const start = node.snapshot();
    const before = node.dump();
    expect(await node.invoke(set(1, 5))).toMatchObject({ status: 'SUCCESS', logs: [] });
    expect(await slotOf()).toBe(`0x${word(5)}`);
    node.revert(start);
    expect(node.dump()).toBe(before);
    expect(await slotOf()).toBe(`0x${word(0)}`);
  });

  test('begins at a snapshot on request', async () => {
    const node = openNode();
    const snapshot = node.snapshot();
    const first = await node.invoke(set(1, 5));
    const dump = node.dump();
    await node.invoke(set(2, 5));
    expect(await node.invoke({ ...set(1, 5), snapshot })).toEqual(first);
    expect(node.dump()).toBe(dump);
    for (const wrong of [{ snapshot: '99' }, { snapshot, feeLimit: -1n }, { snapshot, contract: 'none' }])
      await expect(node.invoke({ ...set(1, 5), ...wrong })).rejects.toHaveProperty('code');
    expect(node.dump()).toBe(dump);
  });

  test('makes blocks that are the same whenever they are read', async () => {
    const run = asyncProperty(array(call, { minLength: 1, maxLength: 4 }), async (calls) => {
      const [early, late] = [openNode(), openNode()];
      for (let made = 0; made < 300; made++) {
        const options = calls[made % calls.length]!;
        expect(await late.invoke(options)).toEqual(await early.invoke(options));
        await post(early, '/wallet/getnowblock', {});
        await post(early, '/wallet/gettransactioninfobyblocknum', { num: made });
      }
      expect(late.dump()).toBe(early.dump());
    });
    await assert(run, { numRuns: scaled(1) });
  });

  test('names the contract that reverted first', async () => {
    const node = openNode();
    const passing = {
      address: addressOf('c7'),
      code: `36600060003760006000366000600073${'c2'.repeat(20)}5af13d600060003e3d6000fd`,
    };
    node.placeContract(passing);
    const catching = {
      address: addressOf('c8'),
      code: `36600060003760006000366000600073${'c2'.repeat(20)}5af1600160005260206000fd`,
    };
    node.placeContract(catching);
    const revertedBy = async (contract: string, data: string) =>
      (await node.invoke({ owner, contract, data })).revertedBy;
    for (const data of ['', word(5)]) {
      expect(await revertedBy(REVERT.address, data)).toBe(REVERT.address);
      expect(await revertedBy(passing.address, data)).toBe(REVERT.address);
      expect(await revertedBy(catching.address, data)).toBe(catching.address);
    }
    expect(await revertedBy(INVALID.address, '')).toBe(undefined);
    expect(await revertedBy(RETURN.address, '')).toBe(undefined);
  });

  test('makes a separate block in manual mode, after the pending transactions', async () => {
    const node = openNode();
    node.setMining({ kind: 'manual' });
    const [from, to] = node.accounts;
    node.impersonate(from.address);
    const transfer = { owner_address: from.address, to_address: to.address, amount: 1, visible: true };
    const built = (await post(node, '/wallet/createtransaction', transfer)) as { readonly txID: string };
    await post(node, '/wallet/broadcasttransaction', built);
    const { txID = '' } = await node.invoke(set(1, 5));
    const blockOf = async (value: string): Promise<number> =>
      ((await post(node, '/wallet/gettransactioninfobyid', { value })) as { blockNumber: number }).blockNumber;
    expect(await blockOf(txID)).toBe((await blockOf(built.txID)) + 1);
    expect(node.traceTransaction(txID).call?.status).toBe('success');
  });

  const abi = [{ type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] }];
  const text = `08c379a0${word(32)}${word(5)}${Buffer.from('never').toString('hex').padEnd(64, '0')}`;
  test.each([
    ['a text', text, 'never'],
    ['a panic', `4e487b71${word(0x11)}`, 'Panic(0x11)'],
    ['an error of the ABI', `c818d59a${word(5)}`, 'Short(5)'],
    ['data of another kind', '12345678', '0x12345678'],
    ['nothing', '', 'no reason given'],
  ])('says that a contract reverted with %s', async (_, data, reason) => {
    const outcome = await openNode().invoke({ owner, contract: REVERT.address, data, abi });
    expect(outcome).toMatchObject({ status: 'REVERT', output: data, reason, txID: expect.any(String) });
  });

  test('says why the node rejected a call, and makes no block of it', async () => {
    const node = openNode();
    const before = await post(node, '/wallet/getnowblock', {});
    const outcome = await node.invoke({ ...set(1, 5), callValue: 2n ** 62n });
    expect(outcome).toEqual({
      status: 'REJECTED',
      reason: 'Validate InternalTransfer error, balance is not sufficient.',
      output: '',
      logs: [],
      energyUsed: 0n,
      fee: 0n,
    });
    expect(await post(node, '/wallet/getnowblock', {})).toEqual(before);
  });

  test.each<[string, Partial<InvokeOptions> | object, RegExp]>([
    ['an owner that is not an address', { owner: 'me' }, /^Invalid owner "me": it must be an address/],
    ['no contract', { contract: undefined }, /^Invalid contract "undefined": it must be an address/],
    ['data that is not hexadecimal', { data: 'xyz' }, /^Invalid data "xyz": it must be bytes/],
    ['a negative amount', { callValue: -1n }, /^Invalid callValue "-1": it must be a bigint/],
    ['an ABI that is not a list', { abi: {} }, /^Invalid abi "an object": it must be a list/],
    ['an unknown option', { value: 5n }, /^Unknown option "value"/],
  ])('rejects %s, and makes no block', async (_, options, message) => {
    const node = openNode();
    const before = node.dump();
    await expect(node.invoke({ ...set(1, 5), ...options })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      shortMessage: expect.stringMatching(message),
    });
    expect(node.dump()).toBe(before);
  });

  test('answers the same below /admin', async () => {
    const node = openNode();
    for (const options of [
      { owner, contract: LOG.address, data: word(1) + word(2), feeLimit: 50_000_000n },
      { owner, contract: REVERT.address, data: `c818d59a${word(5)}`, abi },
    ]) {
      const before = node.snapshot();
      const { energyUsed, fee, ...expected } = await node.invoke(options);
      node.revert(before);
      const body = { ...options, ...('feeLimit' in options && { feeLimit: String(options.feeLimit) }) };
      expect(await post(node, '/admin/invoke', body)).toEqual({
        ...expected,
        result: true,
        energyUsed: Number(energyUsed),
        fee: Number(fee),
      });
    }
    expect(await post(node, '/admin/invoke', { owner })).toMatchObject({
      result: false,
      message: 'Invalid contract "undefined": it must be a text.',
    });
  });

  test('works on a fork, which explains it', async () => {
    const node = openNode();
    const options = { owner, contract: FORWARD.address, data: wordOf(LOG.address) + word(1) + word(2) };
    const fork = await forkOf(node);
    const found = await fork.invoke(options);
    expect(found).toMatchObject({ status: 'SUCCESS', logs: [{ topics: [word(1), word(2)] }] });
    const { energyUsed, output, logs } = await node.invoke(options);
    expect(found).toMatchObject({ energyUsed, output, logs });
    expect(await fork.explainTransaction(found.txID ?? '')).toContainEqual({ kind: 'shared-bandwidth' });
  });
});
