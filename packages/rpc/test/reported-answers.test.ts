// Answers that surprised other people's software, from public reports, restated as small answers of the same form.
import * as rpc from '@coin/rpc';
import { parseAbi, readContract } from '@coin/rpc/abi';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse, type Answer } from './support/client-with-answers.ts';
import { JUDY } from './support/judy.ts';
import { outcomeOf } from './support/outcome.ts';
import { recordedTransfer } from './support/recorded-transfer.ts';
import { recorded } from './support/recordings.ts';

const decimals = parseAbi(['function decimals() view returns (uint8)']);
const CONTRACT = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const sent = recordedTransfer();
const { txID } = sent;
const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const json = (value: unknown) => () => jsonResponse(JSON.stringify(value));
const page = (status: number, text: string, type: string) => () =>
  new Response(text, { status, headers: { 'content-type': type } });

const onChain = {
  txID,
  raw_data: sent.rawData,
  raw_data_hex: sent.rawDataHex,
  signature: sent.signatures,
};
const printed = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : item));
const wholeBlock = JSON.parse(recorded('chain.getnowblock').answer) as {
  block_header: { raw_data: { number: number } };
  transactions: readonly { ret?: unknown }[];
};
const { number } = wholeBlock.block_header.raw_data;
const blockWithResults = (ret: unknown) =>
  json({ ...wholeBlock, transactions: wholeBlock.transactions.map((one) => ({ ...one, ret })) });
const info = { id: txID, blockNumber: 5, blockTimeStamp: 1_600_000_000_000, receipt: { net_usage: 268 } };

const balance = (client: rpc.NodeClient) => rpc.getBalance(client, { address: JUDY });
const account = (client: rpc.NodeClient) => rpc.getAccount(client, { address: JUDY });
const transaction = (client: rpc.NodeClient) => rpc.getTransactionById(client, { txID });
const infoOf = (client: rpc.NodeClient) => rpc.getTransactionInfoById(client, { txID });
const infosOf = (transactions?: readonly { readonly txID: string }[]) => (client: rpc.NodeClient) =>
  rpc.getTransactionInfos(client, { number: 5, ...(transactions && { transactions }) });
const block = (client: rpc.NodeClient) => rpc.getBlock(client, { number });
const transfers = async (client: rpc.NodeClient) => rpc.coinTransfers((await block(client))!);
const send = (client: rpc.NodeClient) =>
  rpc.broadcastHex(client, { transaction: rpc.encodeTransaction(sent) }, { retries: 0 });
const call = (client: rpc.NodeClient) =>
  rpc.triggerConstantContract(client, { owner: JUDY, contract: CONTRACT, data: '06fdde03' });
const uint8Of = (client: rpc.NodeClient) =>
  readContract(client, { address: CONTRACT, abi: decimals, functionName: 'decimals' });
const contract = (client: rpc.NodeClient) => rpc.getContract(client, { address: CONTRACT });
const parameters = (client: rpc.NodeClient) => rpc.getChainParameters(client);

const answered = (word: string) => json({ result: { result: true }, constant_result: [word] });
const oneTransfer = await transfers(clientWithAnswers('chain.getnowblock').client);
const node = JSON.parse(recorded('account.visible').answer) as object;
const { chainParameter } = JSON.parse(recorded('chain.getchainparameters').answer) as {
  chainParameter: readonly { key: string }[];
};
const abiless = {
  origin_address: JUDY,
  contract_address: CONTRACT,
  bytecode: '00',
  consume_user_resource_percent: 100,
};

type Row = readonly [
  what: string,
  report: string,
  read: (client: rpc.NodeClient) => Promise<unknown>,
  answers: Answer | readonly Answer[],
  outcome: unknown,
];

const rows: readonly Row[] = [
  ['an info that no node has yet', 'gemwalletcom/wallet/pull/553', infoOf, json({}), undefined],
  [
    'ok instead of an account',
    'vultisig/vultisig-android/issues/5912',
    balance,
    page(200, '{"message":"ok"}', 'text/plain'),
    'RESPONSE_NOT_JSON',
  ],
  [
    'ok as JSON instead of an account',
    'vultisig/vultisig-android/issues/5912',
    balance,
    json({ message: 'ok' }),
    'RESPONSE_INVALID',
  ],
  ['a block that the node does not have', 'TRON-US/trongrid/issues/18', block, json({}), undefined],
  [
    'no infos of a block with transactions',
    'TRON-US/trongrid/issues/18',
    infosOf([{ txID }]),
    json([]),
    'RESPONSE_INVALID',
  ],
  ['no infos of a block of 2018', 'tronprotocol/java-tron/issues/6156', infosOf(), json([]), []],
  [
    'a transfer without a result',
    'tronprotocol/java-tron/issues/5970',
    transfers,
    blockWithResults(undefined),
    oneTransfer,
  ],
  ['a transfer with no result', 'LedgerHQ/ledger-live-common/pull/671', transfers, blockWithResults([]), oneTransfer],
  ['a transfer with an empty result', 'tronprotocol/tronweb/issues/30', transfers, blockWithResults([{}]), oneTransfer],
  [
    'a transfer with two results',
    'tronprotocol/java-tron/issues/5987',
    transfers,
    blockWithResults([{}, {}]),
    oneTransfer,
  ],
  [
    'a result that fails beside one that succeeds',
    'tronprotocol/java-tron/issues/3788',
    transfers,
    blockWithResults([{ ret: 'FAILED', contractRet: 'SUCCESS' }]),
    oneTransfer,
  ],
  [
    'an empty result of a transaction',
    'tronprotocol/protocol/issues/102',
    transaction,
    () => jsonResponse(printed({ ...onChain, ret: [{}] })),
    expect.objectContaining({ txID }),
  ],
  [
    'a block with a text that ends its JSON',
    'tronprotocol/java-tron/issues/3225',
    block,
    [json({ Error: 'class com.alibaba.fastjson.JSONException : unclosed string : :' }), 'chain.getnowblock'],
    expect.objectContaining({ number }),
  ],
  [
    'a busy node that says only so',
    'tronprotocol/tronweb/issues/11',
    send,
    json({ code: 'SERVER_BUSY' }),
    'BROADCAST_REJECTED',
  ],
  ['a broadcast without an answer', 'tronprotocol/tron-box/pull/83', send, json({}), 'BROADCAST_OUTCOME_UNKNOWN'],
  [
    'SUCCESS beside true',
    'vultisig/vultisig-sdk/pull/1433',
    send,
    json({ result: true, code: 'SUCCESS', txid: txID }),
    { txID, status: 'accepted' },
  ],
  [
    'a rejection in base64',
    'miladsoft/TronDotNet/issues/2',
    send,
    json({ code: 'SIGERROR', message: 'VmFsaWRhdGU=' }),
    'BROADCAST_REJECTED',
  ],
  [
    'a rejection inside a result',
    'tronprotocol/java-tron/issues/3126',
    send,
    json({ result: { code: 'OTHER_ERROR', message: hexOf('other error : null') } }),
    'BROADCAST_OUTCOME_UNKNOWN',
  ],
  [
    'a suspended caller',
    'iexbase/tron-api/issues/171',
    balance,
    json({ Error: 'request rate exceeded the allowed_rps(10), and the query server is suspended for 5 s' }),
    'RATE_LIMITED',
  ],
  [
    'a caller that is too quick',
    'tronscan/tronscan-frontend/issues/1569',
    balance,
    page(403, '{"code":403,"message":"request too quickly, please retry later."}', 'application/json'),
    'RATE_LIMITED',
  ],
  [
    'a caller over its daily usage',
    'andelf/tronpy/issues/148',
    balance,
    page(
      403,
      '{"Error":"Exceed the user daily usage (100000), the maximum query frequency is 1 time per second"}',
      'application/json',
    ),
    'RATE_LIMITED',
  ],
  [
    'a page of a gateway',
    'tronprotocol/tron-web/issues/72',
    balance,
    page(502, '<h1>nginx error!</h1>', 'text/html'),
    'HTTP_STATUS',
  ],
  [
    'a page of a node without the path',
    'tronprotocol/java-tron/issues/4952',
    balance,
    page(404, '<html><body><h2>HTTP ERROR 404 Not Found</h2></body></html>', 'text/html'),
    'NOT_SUPPORTED',
  ],
  [
    'an error instead of a call',
    'vultisig/vultisig-sdk/pull/306',
    call,
    json({ Error: 'class org.tron.core.services.http.JsonFormat$ParseException : 1:1: INVALID hex String' }),
    'NODE_ERROR',
  ],
  [
    'a node without constant calls',
    'tronprotocol/java-tron/issues/2585',
    call,
    json({ result: { code: 'CONTRACT_VALIDATE_ERROR', message: hexOf('this node does not support constant') } }),
    'NOT_SUPPORTED',
  ],
  [
    'a call that built a transaction instead',
    'tronprotocol/java-tron/issues/5968',
    call,
    () => jsonResponse(printed({ result: { result: true }, transaction: onChain })),
    'RESPONSE_INVALID',
  ],
  [
    'stakes without a type or an amount',
    'tronprotocol/java-tron/issues/6515',
    account,
    json({ ...node, frozenV2: [{ amount: 7 }, { type: 'ENERGY', amount: 5 }, { type: 'TRON_POWER' }] }),
    expect.objectContaining({
      staked: [
        { resource: 'BANDWIDTH', amount: 7n },
        { resource: 'ENERGY', amount: 5n },
        { resource: 'TRON_POWER', amount: 0n },
      ],
    }),
  ],
  [
    'a balance above 2^53',
    'vultisig/vultisig-sdk/issues/1877',
    balance,
    () => jsonResponse(`{"address":"${JUDY}","balance":9007199254740993}`),
    9_007_199_254_740_993n,
  ],
  [
    'a balance as text',
    'tronprotocol/tronweb/issues/710',
    balance,
    json({ address: JUDY, balance: '9007199254740993' }),
    9_007_199_254_740_993n,
  ],
  [
    'an account without a balance',
    'GLEECBTC/komodo-defi-framework/pull/2467',
    balance,
    json({ address: JUDY, create_time: 1 }),
    0n,
  ],
  [
    'a parameter below 0',
    'tronprotocol/java-tron/issues/5626',
    parameters,
    json({ chainParameter: [...chainParameter, { key: 'getRemoveThePowerOfTheGr', value: -1 }] }),
    expect.objectContaining({ values: expect.objectContaining({ getRemoveThePowerOfTheGr: -1n }) }),
  ],
  [
    'a receipt without a result',
    'vultisig/vultisig-sdk/pull/545',
    infoOf,
    json(info),
    expect.objectContaining({ succeeded: true }),
  ],
  [
    'a receipt that ran out of energy',
    'vultisig/vultisig-sdk/pull/545',
    infoOf,
    json({ ...info, receipt: { result: 'OUT_OF_ENERGY' } }),
    expect.objectContaining({ succeeded: false }),
  ],
  [
    'rejected inner calls of a success',
    'trezor/blockbook/pull/1682',
    infoOf,
    json({
      ...info,
      receipt: { result: 'SUCCESS' },
      internal_transactions: [
        {
          hash: '00',
          caller_address: CONTRACT,
          transferTo_address: JUDY,
          callValueInfo: [{ callValue: 5 }],
          note: hexOf('call'),
          rejected: true,
        },
      ],
    }),
    expect.objectContaining({ succeeded: true, internalTransactions: [expect.objectContaining({ rejected: true })] }),
  ],
  [
    'an inner call without a value',
    'tronprotocol/tronweb/issues/175',
    infoOf,
    json({
      ...info,
      result: 'FAILED',
      receipt: { result: 'REVERT' },
      resMessage: hexOf('REVERT opcode executed'),
      internal_transactions: [
        {
          hash: '00',
          caller_address: CONTRACT,
          transferTo_address: JUDY,
          callValueInfo: [],
          note: hexOf('call'),
          rejected: true,
        },
      ],
    }),
    expect.objectContaining({ succeeded: false, result: 'REVERT' }),
  ],
  [
    'a contract without an ABI',
    'tronprotocol/tronweb/pull/100',
    contract,
    json(abiless),
    expect.objectContaining({ abi: [] }),
  ],
  [
    'a contract with an empty ABI',
    'tronprotocol/tronweb/pull/100',
    contract,
    json({ ...abiless, abi: {} }),
    expect.objectContaining({ abi: [] }),
  ],
  ['an empty result of a call', 'tronprotocol/java-tron/issues/5889', uint8Of, answered(''), 'RESPONSE_INVALID'],
  [
    'a result that is too wide',
    'vultisig/vultisig-android/pull/5889',
    uint8Of,
    answered('100000006'.padStart(64, '0')),
    'RESPONSE_INVALID',
  ],
  [
    'a transaction that the node has already',
    'tronprotocol/java-tron/issues/3260',
    send,
    json({ code: 'DUP_TRANSACTION_ERROR', txid: txID, message: hexOf('dup trans') }),
    { txID, status: 'known' },
  ],
  [
    'a node without peers',
    'tronprotocol/java-tron/issues/3630',
    send,
    json({ code: 'NOT_ENOUGH_EFFECTIVE_CONNECTION', txid: txID, message: hexOf('0 lt 1') }),
    'BROADCAST_REJECTED',
  ],
];

describe('the client reads', () => {
  test.each(rows)('%s (github.com/%s)', async (_, _report, read, answers, outcome) => {
    expect(await outcomeOf(read(clientWithAnswers(answers).client))).toEqual(outcome);
  });
});
