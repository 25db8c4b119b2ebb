import { describe, expect, test } from 'vitest';
import {
  broadcastHex,
  createTransaction,
  getBlock,
  getBlocks,
  getContract,
  getNowBlock,
  getTransactionById,
  isRpcError,
  listWitnesses,
  priceAt,
  sendTransaction,
  toAddress,
  transfersIn,
  waitForTransaction,
  type Block,
  type Transaction,
} from '@coin/rpc';
import { energySource } from '@coin/rpc/energy-source';
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { clientAnswering, recorded, recordedResponse, type Asked } from './support/recordings.ts';

const signer = signerFromPrivateKey('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const json = { 'content-type': 'application/json' };
const lost = new TypeError('fetch failed');
const quick = { pollMs: 1, timeoutMs: 400 };
const { txID } = JSON.parse(recorded('build.visible').answer) as { txID: string };

const code = (operation: Promise<unknown>) =>
  operation.then(
    () => 'fine',
    (error: unknown) => (isRpcError(error) ? error.code : error),
  );

/** A node that behaves as told, and keeps what it was sent. */
function node(behaviour: {
  broadcast: (n: number) => Response | Error;
  info: (looks: number) => Response;
  solidTime?: number;
}) {
  const broadcasts: string[] = [];
  let looks = 0;
  const answer = ({ path, body }: Asked): Response => {
    if (path === '/wallet/createtransaction') return recordedResponse('build.visible');
    if (path === '/wallet/broadcasttransaction') {
      const reply = behaviour.broadcast(broadcasts.push(JSON.stringify(body)));
      if (reply instanceof Error) throw reply;
      return reply;
    }
    if (path.endsWith('/gettransactioninfobyid')) return behaviour.info(++looks);
    const block = JSON.parse(recorded('chain.now-solid').answer);
    block.block_header.raw_data.timestamp = behaviour.solidTime ?? 0;
    return Response.json(block);
  };
  const { client } = clientAnswering(answer);
  const send = () =>
    sendTransaction(
      client,
      { transaction: createTransaction(client, { owner: signer.address, to, amount: 1_000_000n }), signer },
      quick,
    );
  return { send, broadcasts };
}

const accepted = () => Response.json({ result: true, txid: txID });
const refused = (nodeCode: string) => Response.json({ code: nodeCode, txid: txID, message: 'no' });
const none = () => Response.json({});
const included = (extra: object = {}) =>
  Response.json({ id: txID, blockNumber: 7, blockTimeStamp: 1, receipt: { net_usage: 267 }, ...extra });

describe('sendTransaction', () => {
  test('signs, sends and waits until it is in a block', async () => {
    const { send, broadcasts } = node({ broadcast: accepted, info: (looks) => (looks < 3 ? none() : included()) });
    expect(await send()).toMatchObject({ txID, blockNumber: 7, succeeded: true });
    expect(broadcasts).toHaveLength(1);
  });

  const stories: [string, Parameters<typeof node>[0], string][] = [
    [
      'its answer is lost, but it was taken',
      { broadcast: () => lost, info: (looks) => (looks < 4 ? none() : included()) },
      'fine',
    ],
    [
      'its answer is lost, and the same bytes are known',
      {
        broadcast: (n) => (n === 1 ? lost : refused('DUP_TRANSACTION_ERROR')),
        info: (looks) => (looks < 4 ? none() : included()),
      },
      'fine',
    ],
    [
      'the node is busy at first',
      {
        broadcast: (n) => (n < 3 ? refused('SERVER_BUSY') : accepted()),
        info: (looks) => (looks < 5 ? none() : included()),
      },
      'fine',
    ],
    [
      'a lost answer is followed by a refusal',
      {
        broadcast: (n) => (n === 1 ? lost : refused('TAPOS_ERROR')),
        info: (looks) => (looks < 4 ? none() : included()),
      },
      'fine',
    ],
    ['it is refused', { broadcast: () => refused('SIGERROR'), info: none }, 'BROADCAST_REFUSED'],
    [
      'it was never seen and has expired',
      { broadcast: () => lost, info: none, solidTime: 1_795_231_233_000 },
      'TRANSACTION_EXPIRED',
    ],
    [
      'it was taken and has expired',
      { broadcast: accepted, info: none, solidTime: 1_795_231_236_000 },
      'TRANSACTION_EXPIRED',
    ],
    [
      'it was never seen and may still get in',
      { broadcast: () => lost, info: none, solidTime: 1_795_231_232_999 },
      'BROADCAST_OUTCOME_UNKNOWN',
    ],
    ['it was taken and is in no block', { broadcast: accepted, info: none }, 'BROADCAST_OUTCOME_UNKNOWN'],
    ['the node is busy for good', { broadcast: () => refused('SERVER_BUSY'), info: none }, 'BROADCAST_REFUSED'],
    [
      'its contract reverted',
      { broadcast: accepted, info: () => included({ result: 'FAILED', receipt: { result: 'REVERT' } }) },
      'TRANSACTION_FAILED',
    ],
    [
      'looking for it fails at first',
      { broadcast: accepted, info: (looks) => (looks < 3 ? new Response('', { status: 503 }) : included()) },
      'fine',
    ],
    [
      'looking for it fails for good',
      { broadcast: accepted, info: () => new Response('', { status: 401 }) },
      'BROADCAST_OUTCOME_UNKNOWN',
    ],
  ];
  test.each(stories)('when %s: one signed transaction, and the right end', async (_, behaviour, end) => {
    const { send, broadcasts } = node(behaviour);
    expect(await code(send())).toBe(end);
    expect(new Set(broadcasts).size).toBe(1);
  });

  test('an outcome that stays unknown tells id and expiration', async () => {
    const { send } = node({ broadcast: () => lost, info: none });
    await expect(send()).rejects.toMatchObject({ context: { txID, expiration: 1_795_231_233_000 } });
  });

  test('a failure tells reason and fee', async () => {
    const info = JSON.parse(recorded('fee.revert-at-once.info').answer);
    const { send } = node({ broadcast: accepted, info: () => Response.json({ ...info, id: txID }) });
    await expect(send()).rejects.toMatchObject({
      code: 'TRANSACTION_FAILED',
      context: { result: 'REVERT', reason: 'because', fee: 454_200n },
    });
  });
});

describe('waitForTransaction', () => {
  test('asks the solid state when told to', async () => {
    const { client, asked } = clientAnswering([none(), included()]);
    await waitForTransaction(client, { txID }, { until: 'solid', pollMs: 1 });
    expect(asked.map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => '/walletsolidity/gettransactioninfobyid'),
    );
  });

  test('ends with its time or its signal', async () => {
    const { client } = clientAnswering(none());
    expect(await code(waitForTransaction(client, { txID }, { pollMs: 5, timeoutMs: 30 }))).toBe('TIMEOUT');
    expect(await code(waitForTransaction(client, { txID }, { signal: AbortSignal.timeout(20), pollMs: 5 }))).toBe(
      'ABORTED',
    );
  });
});

describe('broadcastHex', () => {
  const { transaction } = JSON.parse(recorded('transfer.hex.broadcasthex').body ?? '') as { transaction: string };

  test('hands bytes over and knows their id', async () => {
    const { client } = clientAnswering('transfer.hex.broadcasthex');
    const { txid } = JSON.parse(recorded('transfer.hex.broadcasthex').answer) as { txid: string };
    expect(await broadcastHex(client, { transaction })).toEqual({ txID: txid, outcome: 'accepted' });
  });

  test.each(['transfer.tapos', 'transfer.far-expiration'])('%s is refused', async (id) => {
    const bytes = JSON.parse(recorded(`${id}.broadcasthex`).body ?? '') as { transaction: string };
    expect(await code(broadcastHex(clientAnswering(`${id}.broadcasthex`).client, bytes))).toBe('BROADCAST_REFUSED');
  });

  test('with a lost answer tells id and expiration', async () => {
    await expect(broadcastHex(clientAnswering(lost).client, { transaction })).rejects.toMatchObject({
      code: 'BROADCAST_OUTCOME_UNKNOWN',
      context: { txID: JSON.parse(recorded('transfer.hex.broadcasthex').answer).txid, expiration: 1_795_231_245_000 },
    });
  });

  test.each(['', 'zz', '0a05ff', 'ff'.repeat(20), '1241'])('%j is no transaction', async (bytes) => {
    const { client, asked } = clientAnswering('transfer.hex.broadcasthex');
    expect(await code(broadcastHex(client, { transaction: bytes }))).toBe('ARGUMENT_INVALID');
    expect(asked).toEqual([]);
  });
});

describe('blocks', () => {
  test('by number and id', async () => {
    const block = await getBlock(clientAnswering('chain.block-1').client, { number: 1 });
    expect(block).toMatchObject({
      number: 1,
      parentId: '00000000000000001221d46dedd43c6faa123cec24ee590cd6e52218d3a43f9a',
    });
    const { id } = block as Block;
    const { client, asked } = clientAnswering('chain.block-1');
    expect(await getBlock(client, { id })).toEqual(block);
    expect(asked[0]).toMatchObject({ path: '/wallet/getblockbyid', body: { value: id } });
    expect(await code(getBlock(clientAnswering('chain.block-1').client, { number: 2 }))).toBe('RESPONSE_UNEXPECTED');
    expect(await getBlock(clientAnswering('chain.block-far').client, { number: 100_000_000 })).toBeUndefined();
  });

  test('the genesis block, with its odd addresses', async () => {
    const block = await getBlock(clientAnswering('chain.block-0').client, { number: 0 });
    expect(block?.transactions[0]?.value.amount).toBe(99_000_000_000_000_000n);
    expect(transfersIn(block as Block)).toEqual([]);
  });

  test('in a row, and only in a row', async () => {
    const range = { from: 1, to: 3 };
    expect(await getBlocks(clientAnswering('chain.by-limit').client, range)).toHaveLength(2);
    const { block } = JSON.parse(recorded('chain.by-limit').answer);
    for (const wrong of [[block[1], block[0]], [block[0], block[0]], [block[1]]])
      expect(await code(getBlocks(clientAnswering(Response.json({ block: wrong })).client, range))).toBe(
        'RESPONSE_UNEXPECTED',
      );
    expect(await code(getBlocks(clientAnswering('chain.by-limit').client, { from: 3, to: 1 }))).toBe(
      'ARGUMENT_INVALID',
    );
  });

  test('transfers in them: those that succeeded, exactly', async () => {
    const block = await getNowBlock(clientAnswering('chain.getnowblock').client);
    const [transfer] = block.transactions;
    expect(transfersIn(block)).toEqual([
      { txID: transfer?.txID, from: 'TB4ztgEPR3D9bQrfn8zQ6zLcVqnQjSiSh3', to, amount: 5n },
    ]);
    const failed = { ...block, transactions: [{ ...transfer, result: 'OUT_OF_TIME' }] } as Block;
    expect(transfersIn(failed)).toEqual([]);
    const fuzzy = { ...block, transactions: [{ ...transfer, value: { ...transfer?.value, amount: 1.5 } }] } as Block;
    expect(() => transfersIn(fuzzy)).toThrow(expect.objectContaining({ code: 'RESPONSE_UNEXPECTED' }));
  });

  test('a transaction by its id', async () => {
    const wanted = JSON.parse(recorded('transfer.by-id-visible').answer).txID as string;
    const transaction = await getTransactionById(clientAnswering('transfer.by-id-visible').client, { txID: wanted });
    expect(transaction).toMatchObject({
      type: 'TransferContract',
      result: 'SUCCESS',
      value: { amount: 1_500_000, to_address: 'TPWVVoejXGpTUtbWuFzAuexuQHP8fgWAqM' },
    });
    expect(await getTransactionById(clientAnswering('transfer.unknown-id').client, { txID: wanted })).toBeUndefined();
    expect(await code(getTransactionById(clientAnswering('transfer.by-id').client, { txID: '00'.repeat(32) }))).toBe(
      'RESPONSE_UNEXPECTED',
    );
  });
});

test('getContract gives the interface as compilers write it', async () => {
  const { client } = clientAnswering('energy.getcontract');
  const contract = await getContract(client, { contract: '41c6db017de6cab42c3d4a69e32b71ade602ebce83' });
  expect(contract?.abi.map(({ type }) => type)).toContain('constructor');
  expect(contract?.abi.find(({ name }) => name === 'transfer')).toMatchObject({
    type: 'function',
    stateMutability: 'nonpayable',
  });
  expect(await getContract(clientAnswering('energy.getcontract-missing').client, { contract: to })).toBeUndefined();
});

test('a price before the first is refused', () => {
  expect(() => priceAt([{ from: 5, price: 1n }], 4)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

describe('energySource', () => {
  const call = { owner: signer.address, contract: '41e7d02419a3e3714cf65dea19eacbd3f5b0ce1a38', data: '00' };

  test.each([
    ['proxy-add-100', 1, 'a library’s code runs in its caller’s context, and costs by its factor'],
    ['try-fail', 2, 'an inner call that failed has run, too'],
    ['spin', 2, 'an inner call'],
    ['make', 1, 'what is created has no history'],
    ['precompiles', 1, 'precompiled contracts do not show, and have no factor'],
  ])('simulates %s: %i touched: %s', async (id, count) => {
    const source = energySource(clientAnswering(`energy.call.${id}`).client);
    const contract = (JSON.parse(recorded(`energy.call.${id}`).body ?? '') as { contract_address: string })
      .contract_address;
    const { touched, energy, penalty } = await source.simulate({ ...call, contract });
    expect(touched).toHaveLength(count);
    expect(energy).toBeGreaterThan(0n);
    expect(penalty).toBe(0n);
  });

  test.each([
    ['pay-existing', 1],
    ['send-existing', 1],
    ['spin', 0],
  ])('simulates %s: %i inner calls with a value', async (id, count) => {
    const source = energySource(clientAnswering(`energy.call.${id}`).client);
    expect(await source.simulate(call)).toMatchObject({ valueCalls: count });
  });

  test('counts an inner call that carries a token, and none that carries nothing of it', async () => {
    const simulated = (value: object) => {
      const { answer } = recorded('energy.call.pay-existing');
      const text = answer.replace('{"callValue":1}', JSON.stringify(value).slice(1, -1));
      return energySource(clientAnswering(new Response(text, { headers: json })).client).simulate(call);
    };
    expect(await simulated([{}, { callValue: 3, tokenId: '1000001' }])).toMatchObject({ valueCalls: 1 });
    expect(await simulated([{}, { tokenId: '1000001' }])).toMatchObject({ valueCalls: 0 });
  });

  test('takes anything of a signal’s shape', async () => {
    const source = energySource(clientAnswering('energy.call.toggle').client);
    const signal = { aborted: true, reason: new Error('enough'), addEventListener() {}, removeEventListener() {} };
    expect(await code(source.simulate(call, { signal }))).toBe('ABORTED');
  });

  test('tells a contract’s state, and zeros where there is no code', async () => {
    const source = energySource(clientAnswering('energy.getcontractinfo').client);
    expect(await source.contractState('41c6db017de6cab42c3d4a69e32b71ade602ebce83')).toMatchObject({
      energyFactor: 0n,
      energyUsage: 83_272n,
      callerPercent: 100,
    });
    const nothing = energySource(clientAnswering('energy.getcontractinfo-missing').client);
    expect(await nothing.contractState(to)).toEqual({ energyFactor: 0n, energyUsage: 0n, updateCycle: 0 });
  });

  const rules = (approved: 'by the one witness' | 'by nobody') =>
    energySource(
      clientAnswering(({ path }) => {
        if (path.endsWith('listproposals')) {
          const list = JSON.parse(recorded('govern.proposals').answer);
          for (const proposal of list.proposals) if (approved === 'by nobody') delete proposal.approvals;
          return Response.json(list);
        }
        return recordedResponse(`chain.${path.split('/')[2]}`);
      }).client,
    ).energyRules();

  test('tells the rules, and what the committee has decided for later', async () => {
    expect(await rules('by the one witness')).toEqual({
      energyPrice: 100n,
      maxFactor: 34_000n,
      threshold: 5_000_000_000n,
      increaseFactor: 2000n,
      maxFeeLimit: 15_000_000_000n,
      nextMaintenance: 1_795_240_800_000,
      maintenanceInterval: 21_600_000,
      bandwidthPrice: 1000n,
      scheduled: [{ at: 1_795_500_000_000, energyPrice: 210n }],
    });
    expect((await rules('by nobody')).scheduled).toEqual([
      { at: 1_795_500_000_000, undecided: true, energyPrice: 210n },
    ]);
  });

  test('tells what an account can pay with', async () => {
    const ivan = '41b7f75f9db91c3255879aa5743706ebc9ae4802ca';
    const answer = ({ path }: Asked) => {
      const text = recorded(path.endsWith('getaccount') ? 'stake.account' : 'stake.resource').answer;
      return new Response(text.replaceAll(ivan, toAddress(ivan)), { headers: json });
    };
    expect(await energySource(clientAnswering(answer).client).payer(ivan)).toEqual({
      balance: 999_994_000_000_000n,
      energy: 180_000_000_000n,
      stakedBandwidth: 43_200_000_000,
      freeBandwidth: 95,
    });
    const nobody = energySource(clientAnswering('account.missing').client);
    expect(await nobody.payer(to)).toEqual({ balance: 0n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 });
  });
});

test('listWitnesses reads who produces', async () => {
  expect(await listWitnesses(clientAnswering('chain.listwitnesses').client)).toMatchObject([{ active: true }]);
});

test('a transaction is data: it survives a structured clone', async () => {
  const { client } = clientAnswering('build.visible');
  const transaction = await createTransaction(client, { owner: signer.address, to, amount: 1_000_000n });
  expect(structuredClone(transaction)).toEqual(transaction satisfies Transaction);
});
