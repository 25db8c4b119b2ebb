import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { fromBase58 } from '../../../src/protocol/address.ts';
import {
  deployTill,
  receiver,
  RETURNS,
  REVERTS,
  sender,
  serveByCommand,
  transfer,
  type Session,
} from '../../support/command-session.ts';

/** What the command prints for the requests of a session. Times and durations are replaced. */
async function logOf(args: readonly string[], use: (session: Session) => Promise<void>): Promise<string[]> {
  const { output } = await serveByCommand(args, use, (style, text) => `<${style}>${text}</>`);
  return output
    .replaceAll(/\d\d:\d\d:\d\d/g, 'TIME')
    .replaceAll(/[\d.]+ ms/g, 'N ms')
    .trimEnd()
    .split('\n');
}

/** A line without its style, time and duration. */
const plain = (line: string): string => line.replaceAll(/<[^>]*>/g, '').replaceAll(/TIME {2}| {2}N ms/g, '');

describe('the log of requests', () => {
  test("has a line for a transaction, with its block's record of it", async () => {
    const lines = await logOf([], async ({ send }) => void (await send('/wallet/createtransaction', transfer)));
    expect(lines).toEqual([
      '<dim>TIME</>  POST /wallet/createtransaction  <green>ok</>  <dim>N ms</>',
      '<dim>TIME</>  POST /wallet/broadcasttransaction  <cyan>TransferContract</>  block 3  <green>ok</>  <dim>N ms</>',
    ]);
  });

  test('has a line for a transaction that waits for its block', async () => {
    const lines = await logOf(['--block-time', '60'], async ({ post, send }) => {
      await send('/wallet/createtransaction', transfer);
      await post('/admin/mine', {});
    });
    expect(lines.slice(1)).toEqual([
      '<dim>TIME</>  POST /wallet/broadcasttransaction  <cyan>TransferContract</>  pending  <green>ok</>  <dim>N ms</>',
      expect.stringMatching(/\/admin\/mine {2}block \d+ {2}<green>ok/),
    ]);
  });

  test('has a line for each call, with the function by the contract’s ABI, energy and fee', async () => {
    const lines = await logOf([], async (session) => {
      const call = await deployTill(session, RETURNS);
      await session.post('/wallet/triggerconstantcontract', call);
      await session.send('/wallet/triggersmartcontract', call);
      const { contract_address: to } = call as { contract_address: string };
      const data = bytesToHex(keccak_256(utf8ToBytes('take(uint256)'))).slice(0, 8);
      await session.post('/wallet/estimateenergy', {
        owner_address: sender.address,
        contract_address: to,
        data,
        visible: true,
      });
      await session.post('/wallet/triggerconstantcontract', { ...call, function_selector: '', data: 'abcdef12' });
    });
    expect(lines.map(plain)).toEqual([
      'POST /admin/deploy  block 3  ok',
      'POST /wallet/triggerconstantcontract  Till.take(uint256)  16 energy  ok',
      'POST /wallet/triggersmartcontract  Till.take(uint256)  ok',
      'POST /wallet/broadcasttransaction  Till.take(uint256)  block 4  16 energy  fee 0.315600 coin  ok',
      'POST /wallet/estimateenergy  Till.take(uint256)  32 energy  ok',
      'POST /wallet/triggerconstantcontract  Till.0xabcdef12  16 energy  ok',
    ]);
  });

  test('has a line for a failure, with a short reason', async () => {
    const lines = await logOf([], async (session) => {
      const { get, post, send } = session;
      const call = await deployTill(session, REVERTS);
      await post('/wallet/triggerconstantcontract', call);
      await send('/wallet/triggersmartcontract', call);
      await post('/wallet/triggerconstantcontract', { ...call, contract_address: receiver.address });
      await post('/wallet/createtransaction', { ...transfer, to_address: sender.address });
      await post('/wallet/broadcasttransaction', await post('/wallet/createtransaction', transfer));
      await post('/admin/mine', { count: 0 });
      await get('/wallet/nosuch');
      await get('/wallet/getnowblock', { origin: 'http://page' });
      await post('/admin/addfault', { fault: { kind: 'empty' }, times: 1 });
      await get('/wallet/getnowblock');
    });
    expect(lines.map(plain)).toEqual([
      'POST /admin/deploy  block 3  ok',
      'POST /wallet/triggerconstantcontract  Till.take(uint256)  27 energy  reverted: Short(5)',
      'POST /wallet/triggersmartcontract  Till.take(uint256)  ok',
      expect.stringMatching(
        /Till\.take\(uint256\) {2}block 4 {2}27 energy {2}fee [\d.]+ coin {2}reverted: Short\(5\)$/,
      ),
      `POST /wallet/triggerconstantcontract  ${receiver.address}.take(uint256)  CONTRACT_VALIDATE_ERROR: Smart contract is not exist.`,
      'POST /wallet/createtransaction  Cannot transfer TRX to yourself.',
      'POST /wallet/createtransaction  ok',
      'POST /wallet/broadcasttransaction  TransferContract  SIGERROR: Validate signature error: miss sig or contract',
      'POST /admin/mine  HTTP 400: ARGUMENT_INVALID: Invalid count "0": it must be an integer from 1 to 10000.',
      'GET  /wallet/nosuch  HTTP 404',
      expect.stringContaining('HTTP 403: This mock node does not answer pages of the origin http://page. Allow it by'),
      'POST /admin/addfault  ok',
      'GET  /wallet/getnowblock  fault empty',
    ]);
  });

  test('has a line for JSON-RPC, with its methods and the function that they call', async () => {
    const lines = await logOf([], async (session) => {
      const { contract_address: contract } = (await deployTill(session, REVERTS)) as { contract_address: string };
      const data = `0x${bytesToHex(keccak_256(utf8ToBytes('take(uint256)'))).slice(0, 8)}`;
      const to = `0x${fromBase58(contract)?.slice(2)}`;
      const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ from: to, to, data }, 'latest'] };
      const blockNumber = { jsonrpc: '2.0', id: 2, method: 'eth_blockNumber', params: [] };
      await session.post('/jsonrpc', blockNumber);
      await session.post('/jsonrpc', [blockNumber, { ...blockNumber, id: 3 }, call]);
      await session.post('/jsonrpc', { ...blockNumber, method: 'eth_nothing' });
    });
    expect(lines.map(plain).filter((line) => line.includes('/jsonrpc'))).toEqual([
      'POST /jsonrpc  eth_blockNumber  ok',
      expect.stringMatching(
        /^POST \/jsonrpc {2}eth_blockNumber, eth_call Till\.take\(uint256\) {2}REVERT opcode executed/,
      ),
      expect.stringMatching(/^POST \/jsonrpc {2}eth_nothing {2}\S/),
    ]);
  });

  test('has a line for repeated reads, with their count after another request', async () => {
    const lines = await logOf([], async ({ get, send }) => {
      for (let count = 0; count < 5; count++) await get('/wallet/getnowblock');
      await get('/wallet/getchainparameters');
      await send('/wallet/createtransaction', transfer);
      for (let count = 0; count < 2; count++) await get('/wallet/getnowblock');
    });
    expect(lines.map(plain)).toEqual([
      'GET  /wallet/getnowblock  ok',
      'GET  /wallet/getnowblock  repeated 4 times',
      'GET  /wallet/getchainparameters  ok',
      'POST /wallet/createtransaction  ok',
      'POST /wallet/broadcasttransaction  TransferContract  block 3  ok',
      'GET  /wallet/getnowblock  ok',
      'GET  /wallet/getnowblock  repeated once',
    ]);
  });

  test('has a line for each line that a contract writes with console.log', async () => {
    const lines = await logOf([], async (session) => {
      // Calls the console with the data that it is called with: `log(uint256)`.
      const call = await deployTill(
        session,
        `3660006000376000600036600073000000000000000000636f6e736f6c652e6c6f675afa00`,
      );
      const logged = { ...call, function_selector: 'log(uint256)' };
      await session.post('/wallet/triggerconstantcontract', logged);
      await session.send('/wallet/triggersmartcontract', logged);
    });
    expect(lines.map(plain)).toEqual([
      'POST /admin/deploy  block 3  ok',
      expect.stringMatching(/triggerconstantcontract {2}Till\.log\(uint256\) {2}[\d,]+ energy {2}ok$/),
      '          1',
      'POST /wallet/triggersmartcontract  Till.log(uint256)  ok',
      expect.stringMatching(/broadcasttransaction {2}Till\.0xf82c50f1 {2}block 4 .* ok$/),
      '          1',
    ]);
  });

  test('leaves out the characters that would move a terminal’s cursor', async () => {
    const lines = await logOf(['--verbose'], async ({ post }) => {
      await post('/wallet/triggerconstantcontract', {
        owner_address: sender.address,
        contract_address: receiver.address,
        function_selector: '\u001B[2Jevil(\u202E)',
        visible: true,
      });
    });
    expect(lines[0]).toContain(`${receiver.address}.\uFFFD[2Jevil(\uFFFD)`);
    expect(lines.filter((line) => line.includes('\u001B') || line.includes('\u202E'))).toEqual([]);
  });
});

test('--verbose adds the beginnings of bodies', async () => {
  const lines = await logOf(['--verbose'], async ({ post, get }) => {
    await post('/wallet/getaccount', { address: sender.address, visible: true });
    await get('/wallet/getchainparameters');
  });
  expect(lines).toEqual([
    expect.stringContaining('POST /wallet/getaccount  '),
    `          > {"address":"${sender.address}","visible":true}`,
    expect.stringMatching(/^ {10}< \{"account_name": "Account0".{150,}…$/),
    expect.stringContaining('GET  /wallet/getchainparameters  '),
    expect.stringMatching(/^ {10}< \{"chainParameter".{150,}…$/),
  ]);
});

test('--quiet prints no requests, and --json none unless --verbose asks for them as JSON', async () => {
  const ask = async (session: Session): Promise<void> => {
    await session.post('/wallet/triggerconstantcontract', await deployTill(session, RETURNS));
  };
  expect(await logOf(['--quiet'], ask)).toEqual(['']);
  expect(await logOf(['--json'], ask)).toEqual(['']);
  const lines = await logOf(['--json', '--verbose'], ask);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { method: 'POST', path: '/admin/deploy', block: 3, status: 200 },
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      path: '/wallet/triggerconstantcontract',
      call: 'Till.take(uint256)',
      energy: 16,
      status: 200,
      durationMs: expect.any(Number),
      body: expect.stringContaining('take(uint256)'),
      answer: expect.stringContaining('raw_data'),
    },
  ]);
  expect(() => JSON.parse(lines.join(''))).toThrow(SyntaxError);
});
