import { createMockNode, serve } from '@coin/mock-node';
import { TronWeb } from 'tronweb';
import TronWeb4 from 'tronweb-4';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };
import { skipPauses } from './support/skip-pauses.ts';

// The clients put their own time into transactions, so the node starts at wall-clock time.
const parameters = { getAllowHardenExchangeCalculation: 1 }; // without it, exchanges accept no trades
const node = createMockNode({ startTime: 'wall-clock', parameters });
const [owner, receiver, holder] = node.accounts;
type Wallet = (typeof node.accounts)[number];
let url: string;
let close: () => Promise<void>;
beforeEach(skipPauses);
beforeAll(async () => {
  const server = await serve(node, { port: 0 });
  ({ url } = server);
  close = () => server.close();
});
afterAll(() => close());

const deployment = {
  abi: token.abi,
  bytecode: token.bytecode,
  feeLimit: 1_000_000_000,
  callValue: 0,
  userFeePercentage: 100,
  originEnergyLimit: 10_000_000,
  parameters: [1_000_000],
};
const transferTo = (to: Wallet) => [
  { type: 'address', value: to.address },
  { type: 'uint256', value: 1 },
];

describe('the latest tronweb', () => {
  const client = () => new TronWeb({ fullHost: url, privateKey: owner.privateKey });

  test('reads a balance and sends coin', async () => {
    const tronWeb = client();
    const before = await tronWeb.trx.getUnconfirmedBalance(receiver.address);
    const sent = await tronWeb.trx.sendTransaction(receiver.address, 1_500_000);
    expect(sent).toMatchObject({ result: true, txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await tronWeb.trx.getUnconfirmedBalance(receiver.address)).toBe(before + 1_500_000);
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(sent.txid);
    expect(info).toMatchObject({ id: sent.txid, receipt: { net_usage: expect.any(Number) } });
  });

  test('deploys a contract, reads it, estimates a call in both ways and sends it', async () => {
    const tronWeb = client();
    const contract = await tronWeb.contract().new(deployment);
    const address = String(contract.address);
    expect(BigInt(await contract['balanceOf'](owner.address).call())).toBe(1_000_000n);

    const call = [address, 'transfer(address,uint256)', {}, transferTo(holder), owner.address] as const;
    const simulated = await tronWeb.transactionBuilder.triggerConstantContract(...call);
    expect(simulated).toMatchObject({ result: { result: true }, energy_used: 27_704 });
    const estimated = await tronWeb.transactionBuilder.estimateEnergy(...call);
    expect(estimated.energy_required).toBeGreaterThanOrEqual(27_704);

    const id = await contract['transfer'](holder.address, 1).send({ feeLimit: 10_000_000 });
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(id);
    expect(info.receipt).toMatchObject({ result: 'SUCCESS', energy_usage_total: 27_704 });
    expect(BigInt(await contract['balanceOf'](holder.address).call())).toBe(1n);
  });

  test('stakes coin for energy', async () => {
    const tronWeb = client();
    const built = await tronWeb.transactionBuilder.freezeBalanceV2(5_000_000, 'ENERGY', owner.address);
    const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built));
    expect(sent.result).toBe(true);
    const { frozenV2 } = await tronWeb.trx.getUnconfirmedAccount(owner.address);
    expect(frozenV2).toContainEqual({ type: 'ENERGY', amount: 5_000_000 });
  });

  test('issues a token, sells it and sends it', async () => {
    const tronWeb = client();
    const send = async (built: Exclude<Parameters<typeof tronWeb.trx.sign>[0], string>, { privateKey } = owner) => {
      const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built, privateKey));
      expect(sent).toMatchObject({ result: true });
    };
    const saleStart = node.clock.now() + 60_000;
    await send(
      await tronWeb.transactionBuilder.createToken(
        {
          name: 'Gold',
          abbreviation: 'GLD',
          description: 'a token',
          url: 'https://gold.example',
          totalSupply: 1_000_000,
          trxRatio: 1,
          tokenRatio: 3,
          saleStart,
          saleEnd: saleStart + 86_400_000,
          freeBandwidth: 1000,
          freeBandwidthLimit: 2000,
          frozenAmount: 10,
          frozenDuration: 2,
        },
        owner.address,
      ),
    );
    const [token] = Object.values(await tronWeb.trx.getTokensIssuedByAddress(owner.address));
    expect(token).toMatchObject({ id: '1000001', name: 'Gold', abbr: 'GLD', total_supply: 1_000_000 });
    expect(await tronWeb.trx.getTokenByID('1000001')).toMatchObject({ name: 'Gold' });
    expect(await tronWeb.trx.getTokenFromID('Gold')).toMatchObject({ id: '1000001' });
    node.advanceTime(63_000); // the sale begins within a slot
    node.mine();
    const build = tronWeb.transactionBuilder;
    await send(await build.purchaseToken(owner.address, '1000001', 100, receiver.address), receiver);
    await send(await build.sendToken(holder.address, 50, '1000001', receiver.address), receiver);
    const { assetV2 } = await tronWeb.trx.getUnconfirmedAccount(holder.address);
    expect(assetV2).toEqual([{ key: '1000001', value: 50 }]);
    await send(await build.updateToken({ url: 'https://new.example', freeBandwidth: 5 }, owner.address));
    expect(await tronWeb.trx.listTokens(10)).toMatchObject([{ url: 'https://new.example', free_asset_net_limit: 5 }]);
  });

  test('opens an exchange, fills it, trades with it and empties it', async () => {
    const tronWeb = client();
    const build = tronWeb.transactionBuilder;
    const send = async (built: Exclude<Parameters<typeof tronWeb.trx.sign>[0], string>, { privateKey } = owner) => {
      const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built, privateKey));
      expect(sent).toMatchObject({ result: true });
      return tronWeb.trx.getUnconfirmedTransactionInfo(sent.txid);
    };
    const exchange = () => tronWeb.trx.getExchangeByID(1);
    await send(await build.createTRXExchange('1000001', 1000, 3_000_000, owner.address));
    expect(await exchange()).toMatchObject({ first_token_balance: 1000, second_token_balance: 3_000_000 });
    const [listed] = Object.values(await tronWeb.trx.listExchanges());
    expect(listed).toMatchObject({ exchange_id: 1 });
    await send(await build.injectExchangeTokens(1, '1000001', 500, owner.address));
    expect(await exchange()).toMatchObject({ first_token_balance: 1500, second_token_balance: 4_500_000 });
    const traded = await send(await build.tradeExchangeTokens(1, '1000001', 10, 29_000, receiver.address), receiver);
    expect(traded).toMatchObject({ exchange_received_amount: 29_801 });
    await send(await build.withdrawExchangeTokens(1, '1000001', 1510, owner.address));
    expect(await exchange()).not.toHaveProperty('first_token_balance');
  });

  test('gives an account an id and finds it by that', async () => {
    const tronWeb = client();
    const id = Buffer.from('SomeBody').toString('hex');
    const built = await tronWeb.transactionBuilder.setAccountId(id, holder.address);
    const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built, holder.privateKey));
    expect(sent).toMatchObject({ result: true });
    expect(await tronWeb.trx.getUnconfirmedAccountById(id)).toMatchObject({ account_id: id });
  });
});

describe('tronweb 4.4.0, the last version that lets the node build transfers', () => {
  const client = () => new TronWeb4({ fullHost: url, privateKey: owner.privateKey });

  test('reads a solid balance and sends coin', async () => {
    const tronWeb = client();
    const built = await tronWeb.transactionBuilder.sendTrx(receiver.address, 2_000_000, owner.address);
    const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built));
    expect(sent.result).toBe(true);
    const before = await tronWeb.trx.getBalance(receiver.address);
    await tronWeb.trx.sendTransaction(receiver.address, 2_000_000);
    node.mine(2);
    expect(await tronWeb.trx.getBalance(receiver.address)).toBeGreaterThanOrEqual(before + 2_000_000);
  });

  test('deploys a contract, reads it, estimates a call and sends it', async () => {
    const tronWeb = client();
    // This version can't parse custom errors in an ABI.
    const abi = token.abi.filter(({ type }) => type !== 'error');
    const contract = await tronWeb.contract().new({ ...deployment, abi });
    const method = (name: string, ...args: unknown[]) => {
      const found = contract[name];
      if (typeof found !== 'function') throw new Error(`the contract has no ${name}`);
      return found(...args);
    };
    expect(String(await method('balanceOf', owner.address).call())).toBe('1000000');
    const call = [contract.address, 'transfer(address,uint256)', {}, transferTo(holder), owner.address] as const;
    expect(await tronWeb.transactionBuilder.triggerConstantContract(...call)).toMatchObject({ energy_used: 27_704 });
    const id = await method('transfer', holder.address, 1).send({ feeLimit: 10_000_000 });
    expect(await tronWeb.trx.getUnconfirmedTransactionInfo(id)).toMatchObject({
      receipt: { result: 'SUCCESS', energy_usage_total: 27_704 },
    });
  });

  // It supports Stake 1.0 only, which a network with Stake 2.0 rejects.
  test('reports the error of the node when it stakes under Stake 1.0', async () => {
    const tronWeb = client();
    await expect(tronWeb.transactionBuilder.freezeBalance(5_000_000, 3, 'ENERGY', owner.address)).rejects.toThrow(
      /freeze v2 is open, old freeze is closed/,
    );
  });
});
