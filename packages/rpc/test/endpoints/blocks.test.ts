import { getBlock, getBlocks, getNowBlock, getTransactionById, coinTransfers, type Block } from '@coin/rpc';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';
import { errorCodeOf } from '../support/outcome.ts';
import { recorded } from '../support/recordings.ts';

describe('blocks', () => {
  test('getBlock reads a block by number or id, and rejects another block', async () => {
    const block = await getBlock(clientWithAnswers('chain.block-1').client, { number: 1 });
    expect(block).toMatchObject({
      number: 1,
      parentBlockID: '00000000000000001221d46dedd43c6faa123cec24ee590cd6e52218d3a43f9a',
    });
    const { blockID: id } = block as Block;
    const { client, requests } = clientWithAnswers('chain.block-1');
    expect(await getBlock(client, { blockID: id })).toEqual(block);
    expect(requests[0]).toMatchObject({ path: '/wallet/getblockbyid', body: { value: id } });
    expect(await errorCodeOf(getBlock(clientWithAnswers('chain.block-1').client, { number: 2 }))).toBe(
      'RESPONSE_INVALID',
    );
    expect(await getBlock(clientWithAnswers('chain.block-far').client, { number: 100_000_000 })).toBeUndefined();
  });

  test('getBlock reads the genesis block, whose addresses are unusual', async () => {
    const block = await getBlock(clientWithAnswers('chain.block-0').client, { number: 0 });
    expect(block?.transactions[0]?.value.amount).toBe(99_000_000_000_000_000n);
    expect(coinTransfers(block as Block)).toEqual([]);
  });

  test('getNowBlock reads a block whose transaction has a timestamp that the chain does not check', async () => {
    const { answer } = recorded('chain.getnowblock');
    const text = answer.replace(/("contract":[^]*?"timestamp": ?)\d+/, '$19223372036854775807');
    expect(text).not.toBe(answer);
    const { client } = clientWithAnswers(jsonResponse(text));
    expect(await getNowBlock(client)).toMatchObject({ number: 93 });
  });

  test('getBlocks reads consecutive blocks, and rejects others', async () => {
    const range = { fromBlock: 1, toBlock: 2 };
    expect(await getBlocks(clientWithAnswers('chain.by-limit').client, range)).toHaveLength(2);
    const { block } = JSON.parse(recorded('chain.by-limit').answer);
    for (const wrong of [[block[1], block[0]], [block[0], block[0]], [block[1]]])
      expect(await errorCodeOf(getBlocks(clientWithAnswers(Response.json({ block: wrong })).client, range))).toBe(
        'RESPONSE_INVALID',
      );
    expect(await errorCodeOf(getBlocks(clientWithAnswers('chain.by-limit').client, { fromBlock: 3, toBlock: 1 }))).toBe(
      'ARGUMENT_INVALID',
    );
  });

  test('getTransactionById reads a transaction, and rejects another one', async () => {
    const txID = JSON.parse(recorded('transfer.by-id-visible').answer).txID as string;
    const transaction = await getTransactionById(clientWithAnswers('transfer.by-id-visible').client, { txID });
    expect(transaction).toMatchObject({
      contractType: 'TransferContract',
      result: 'SUCCESS',
      value: { amount: 1_500_000, to_address: 'TPWVVoejXGpTUtbWuFzAuexuQHP8fgWAqM' },
    });
    expect(await getTransactionById(clientWithAnswers('transfer.unknown-id').client, { txID })).toBeUndefined();
    expect(
      await errorCodeOf(getTransactionById(clientWithAnswers('transfer.by-id').client, { txID: '00'.repeat(32) })),
    ).toBe('RESPONSE_INVALID');
  });
});
